"""Runs a device built on Eclipse Paho, and prints the results as JSON.

usage: paho-device.py PORT NAME PASSWORD LEVEL
"""

import json
import sys
import threading

import paho.mqtt.client as mqtt

MESSAGES = 200
WITHIN_S = 20

port, name, password, level = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
topic = f"devices/{name}/telemetry"


def code_of(reason):
    return getattr(reason, "value", reason)


class Device:
    def __init__(self, password):
        self.client = mqtt.Client(
            mqtt.CallbackAPIVersion.VERSION2,
            client_id="paho",
            protocol=mqtt.MQTTv5 if level == 5 else mqtt.MQTTv311,
        )
        self.client.username_pw_set(name, password)
        self.client.max_inflight_messages_set(100)
        self.connected = threading.Event()
        self.granted = {}
        self.published = {}
        self.changed = threading.Condition()
        self.client.on_connect = self.on_connect
        self.client.on_subscribe = self.on_subscribe
        self.client.on_publish = self.on_publish
        self.client.connect("127.0.0.1", port, keepalive=30)
        self.client.loop_start()
        assert self.connected.wait(WITHIN_S), "no CONNACK"

    def on_connect(self, client, userdata, flags, reason, properties):
        self.answer = code_of(reason)
        self.session_present = flags.session_present
        self.connected.set()

    def on_subscribe(self, client, userdata, mid, reasons, properties):
        with self.changed:
            self.granted[mid] = [code_of(reason) for reason in reasons]
            self.changed.notify_all()

    def on_publish(self, client, userdata, mid, reason, properties):
        with self.changed:
            self.published[mid] = code_of(reason)
            self.changed.notify_all()

    def subscribe(self, filter):
        with self.changed:
            mid = self.client.subscribe(filter, qos=1)[1]
            assert self.changed.wait_for(lambda: mid in self.granted, WITHIN_S), "no SUBACK"
            return self.granted[mid]

    def publish(self, to, payload, qos):
        with self.changed:
            mid = self.client.publish(to, payload, qos=qos).mid
            assert self.changed.wait_for(lambda: mid in self.published, WITHIN_S), "not published"
            return self.published[mid]

    def end(self):
        self.client.disconnect()
        self.client.loop_stop()


stranger = Device("guessed")
stranger.end()

device = Device(password)
told = {"refused": stranger.answer, "accepted": device.answer, "sessionPresent": device.session_present}
told["granted"] = device.subscribe([(f"devices/{name}/command", 1), ("#", 0)] if level == 5 else f"devices/{name}/command")
told["foreign"] = device.subscribe("devices/another/command")
pending = []
for number in range(MESSAGES):
    pending.append(device.client.publish(topic, json.dumps({"seq": number}), qos=1 + number % 2))
for message in pending:
    message.wait_for_publish(WITHIN_S)
told["delivered"] = sum(message.is_published() for message in pending)
device.client.publish(topic, json.dumps({"seq": MESSAGES}), qos=0).wait_for_publish(WITHIN_S)
if level == 5:
    told["elsewhere"] = [device.publish("devices/another/telemetry", "{}", qos) for qos in (1, 2)]
told["largest"] = device.publish(topic, "x" * 256 * 1024, 1)
device.end()
print(json.dumps(told))
