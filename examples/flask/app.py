"""flask run --port 3000"""

import os

from flask import Flask
from parley_server import Chat, Gateway, add_to_flask

app = Flask(__name__)
gateway = Gateway(os.environ["ENDPOINT_KEY"])
add_to_flask(app, "/avatar", gateway)


@gateway.on_chat
def answer(chat: Chat) -> str:
    return f"You said: {chat.message}."
