"""Prints the notifications on the screen at the end of a recording of `busctl monitor`.

    shown.py RECORDING [LABEL [TITLE]]

Each notification is a JSON object in a line, the oldest first. With a label, prints the number and
the key of the newest notification that has a button with this label.
"""

import json
import sys

called, shown = {}, {}
with open(sys.argv[1], encoding="utf-8") as recording:
    for line in recording:
        message = json.loads(line)
        data = message["payload"]["data"]
        member = message.get("member")
        if member == "NameOwnerChanged":
            # Notifications end with their server. A new bus uses the unique names again.
            shown = {key: value for key, value in shown.items() if data[1] and key[0] == data[2]}
        elif member == "Notify":
            called[message["sender"], message["cookie"]] = data
        elif member == "NotificationClosed":
            shown.pop((message["sender"], data[0]), None)
        elif message["type"] == "method_return":
            key = message["destination"], message["reply_cookie"]
            if key in called:
                _, _, icon, title, body, actions, hints, _ = called.pop(key)
                shown[message["sender"], data[0]] = {
                    "id": data[0],
                    "title": title,
                    "body": body,
                    "urgency": hints.get("urgency", {}).get("data", 1),
                    "actions": dict(zip(actions[::2], actions[1::2])),
                    "icon": icon,
                }
found = None
for notification in shown.values():
    if len(sys.argv) == 2:
        print(json.dumps(notification, ensure_ascii=False))
    elif notification["title"] in sys.argv[3:] or len(sys.argv) == 3:
        for key, label in notification["actions"].items():
            if label == sys.argv[2]:
                found = notification["id"], key
if found:
    print(*found)
