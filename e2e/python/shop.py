"""A company's program with all parts of the package. It prints what happens as lines of JSON, and obeys its input."""

import asyncio
import json
import sys
import threading
import time
from collections.abc import AsyncIterator

from parley_server import Chat, Delivery, Endpoint, Gateway, PartnerReceiver, Refused, Session, WebhookReceiver
from parley_server.web.development import development_server


telling = threading.Lock()


def tell(*values: object) -> None:
    with telling:
        print(json.dumps(values), flush=True)


gateway = Gateway("key-of-the-shop")
sessions: list[Session] = []


@gateway.on_login
def welcome(session: Session) -> None:
    if session.user_id == "blocked":
        raise Refused("Not today.")
    sessions.append(session)
    tell("login", session.user_id, session.locale)
    if session.user_id == "slow":
        wait_for_the_end(session)


def wait_for_the_end(session: Session) -> None:
    """As slow as a handler can be: until the visitor leaves, or for a minute."""
    for _ in range(600):
        if session.is_over:
            break
        time.sleep(0.1)
    tell("opened", session.user_id, session.is_over)


@gateway.on_chat
async def answer(chat: Chat) -> AsyncIterator[str]:
    if chat.takeover:
        tell("takeover", [[entry.speaker, entry.message] for entry in chat.takeover])
    yield f"{chat.session.user_id}, you said: "
    yield f"{chat.message}. "
    if chat.message == "later":
        await chat.session.say_async("Now it is later.")
    yield "Anything else?"


@gateway.on_logout
async def goodbye(session: Session) -> None:
    tell("logout", session.user_id, await session.say_async("Too late"))


def start(name: str, endpoint: Endpoint) -> None:
    server = development_server(endpoint, port=0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    tell("listening", name, server.server_port)


def receive(name: str, receiver: WebhookReceiver) -> None:
    @receiver.on_event
    def handle(delivery: Delivery) -> None:
        tell(name, delivery.event["name"], delivery.id)

    start(name, receiver)


start("gateway", gateway)
for line in sys.stdin:
    command = json.loads(line)
    if command["do"] == "say":
        tell("said", sessions[-1].say(command["text"], interrupt=True))
    elif command["do"] == "find":
        tell("found", asyncio.run(gateway.session(command["session"])) is not None)
    elif command["do"] == "receive":
        receive("webhook", WebhookReceiver(command["secret"]))
    elif command["do"] == "partner":
        secret, client_id, base_url = command["secret"], command["client_id"], command["base_url"]
        receive("partner", PartnerReceiver(secret, client_id=client_id, base_url=base_url))
