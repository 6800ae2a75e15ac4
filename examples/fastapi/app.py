"""uvicorn app:app --port 3000"""

import os
from collections.abc import AsyncIterator

from fastapi import FastAPI
from parley_server import Chat, Gateway, add_to_starlette

app = FastAPI()
gateway = Gateway(os.environ["ENDPOINT_KEY"])
add_to_starlette(app, "/avatar", gateway)


@gateway.on_chat
async def answer(chat: Chat) -> AsyncIterator[str]:
    yield "One moment. "
    yield f"You said: {chat.message}."
