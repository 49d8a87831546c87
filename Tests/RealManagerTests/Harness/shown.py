"""What is on the screen according to a recording: a JSON object a line, the oldest first."""

import json
import sys

called, shown = {}, {}
with open(sys.argv[1], encoding="utf-8") as recording:
    for line in recording:
        message = json.loads(line)
        data = message["payload"]["data"]
        member = message.get("member")
        if message["type"] == "server":
            called.clear()
            shown.clear()
        elif member == "Notify":
            called[message["sender"], message["cookie"]] = data
        elif member == "NotificationClosed":
            shown.pop(data[0], None)
        elif message["type"] == "method_return":
            key = message["destination"], message["reply_cookie"]
            if key in called:
                _, _, icon, title, body, actions, hints, _ = called.pop(key)
                shown[data[0]] = {
                    "id": data[0],
                    "title": title,
                    "body": body,
                    "urgency": hints.get("urgency", {}).get("data", 1),
                    "actions": dict(zip(actions[::2], actions[1::2])),
                    "icon": icon,
                }
for notification in shown.values():
    print(json.dumps(notification, ensure_ascii=False))
