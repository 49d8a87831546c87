"""Drives a headless Chromium through its pipe (--remote-debugging-pipe): no driver, no port.

Usage: browser.py CHROMIUM PAGE SCRIPT
  PAGE    a file
  SCRIPT  steps as JSON: a list of lists, a name and its arguments:
            ["size", WIDTH, HEIGHT]   the window, in CSS pixels
            ["scheme", "dark"]        the value of prefers-color-scheme
            ["media", "print"]        the medium
            ["evaluate", EXPRESSION]  JavaScript, whose value is an answer
            ["picture", FILE]         a picture of the whole page
            ["names"]                 controls without a name for a screen reader
Prints JSON: "answers" of the steps with a result, "requests" other than for the page itself, and
"complaints": exceptions and log messages of the browser, such as violations of the policy.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile

# The longest wait for an answer in seconds. Nothing else ends a browser that hangs.
SECONDS = 60
CONTROLS = {'button', 'checkbox', 'combobox', 'link', 'radio', 'searchbox', 'textbox', 'Date',
            'DisclosureTriangle', 'region', 'group', 'list'}
NAMELESS = {'list', 'group'}


class Browser:
    def __init__(self, program, profile):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():
            # The browser reads from 3 and writes to 4; the current descriptors may have these
            # numbers already.
            source, target = os.dup(to_browser), os.dup(from_browser)
            os.dup2(source, 3)
            os.dup2(target, 4)

        self.process = subprocess.Popen(
            [program, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
             '--disable-background-networking', '--disable-component-update', '--no-first-run',
             '--hide-scrollbars', '--remote-debugging-pipe', f'--user-data-dir={profile}',
             'about:blank'],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=connect)
        os.close(to_browser)
        os.close(from_browser)
        self.number = 0
        self.session = None
        self.pending = b''
        self.events = []

    def message(self):
        import select
        while b'\0' not in self.pending:
            ready, _, _ = select.select([self.input], [], [], SECONDS)
            piece = os.read(self.input, 1 << 20) if ready else b''
            if not piece:
                self.process.kill()
                sys.exit('the browser does not answer')
            self.pending += piece
        line, self.pending = self.pending.split(b'\0', 1)
        return json.loads(line)

    def call(self, method, **arguments):
        self.number += 1
        call = {'id': self.number, 'method': method, 'params': arguments}
        if self.session:
            call['sessionId'] = self.session
        os.write(self.output, json.dumps(call).encode() + b'\0')
        while True:
            message = self.message()
            if message.get('id') == self.number:
                if 'error' in message:
                    sys.exit(f'{method}: {message["error"]}')
                return message['result']
            self.events.append(message)

    def wait(self, method):
        while not any(event.get('method') == method for event in self.events):
            self.events.append(self.message())

    def evaluate(self, expression):
        result = self.call('Runtime.evaluate', expression=expression, returnByValue=True,
                           awaitPromise=True)
        if 'exceptionDetails' in result:
            return {'exception': result['exceptionDetails'].get('exception', {}).get('description')}
        return result['result'].get('value')

    def wait_for_frame(self):
        """Waits until the page has noticed a new size or medium, which it does at a frame."""
        self.evaluate('new Promise((done) => '
                      'requestAnimationFrame(() => requestAnimationFrame(() => done())))')

    def open(self, address):
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Network', 'Log', 'Accessibility'):
            self.call(f'{domain}.enable')
        self.call('Page.navigate', url=address)
        self.wait('Page.loadEventFired')

    def nameless(self):
        found = []
        for node in self.call('Accessibility.getFullAXTree')['nodes']:
            role = node.get('role', {}).get('value')
            if node.get('ignored') or role not in CONTROLS or role in NAMELESS:
                continue
            if not node.get('name', {}).get('value'):
                found.append(role)
        return found


def main():
    program, page, script = sys.argv[1:]
    address = 'file://' + os.path.abspath(page)
    answers = []
    medium, scheme = '', 'light'
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(program, profile)
        browser.open(address)
        for name, *arguments in json.loads(script):
            if name == 'size':
                browser.call('Emulation.setDeviceMetricsOverride', width=arguments[0],
                             height=arguments[1], deviceScaleFactor=1, mobile=False)
                browser.wait_for_frame()
            elif name in ('scheme', 'media'):
                scheme = arguments[0] if name == 'scheme' else scheme
                medium = arguments[0] if name == 'media' else medium
                browser.call('Emulation.setEmulatedMedia', media=medium, features=[
                    {'name': 'prefers-color-scheme', 'value': scheme}])
                browser.wait_for_frame()
            elif name == 'evaluate':
                answers.append(browser.evaluate(arguments[0]))
            elif name == 'picture':
                picture = browser.call('Page.captureScreenshot', captureBeyondViewport=True)
                with open(arguments[0], 'wb') as file:
                    file.write(base64.b64decode(picture['data']))
            elif name == 'names':
                answers.append(browser.nameless())
            else:
                sys.exit(f'no such step: {name}')
        # Events in between arrive before the answer.
        browser.evaluate('0')
        browser.session = None
        browser.call('Browser.close')
        browser.process.wait()
    requests = [event['params']['request']['url'] for event in browser.events
                if event.get('method') == 'Network.requestWillBeSent']
    complaints = [json.dumps(event['params']) for event in browser.events
                  if event.get('method') in ('Runtime.exceptionThrown', 'Log.entryAdded')]
    print(json.dumps({
        'answers': answers, 'complaints': complaints,
        'requests': [url for url in requests if url != address and not url.startswith('data:')]}))


main()
