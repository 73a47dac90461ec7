"""The web application around a memory: the routes, behind the guard, behind the log."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Final

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute

from recollect import dashboard
from recollect.mcp import Door
from recollect.memory import Memory
from recollect.server import errors
from recollect.server.chat.desk import Chats
from recollect.server.current import Warmup
from recollect.server.gate import Gate
from recollect.server.guard import BodyLimits, HostAndOrigin
from recollect.server.idempotency import Idempotency
from recollect.server.logs import RequestLog
from recollect.server.metrics import Metrics
from recollect.server.paths import NamesInPaths
from recollect.server.proxy.desk import Proxy
from recollect.server.proxy.headers import EXPOSED
from recollect.server.routes import (
    agents,
    chat,
    completions,
    conversations,
    demo,
    graph,
    health,
    ingest,
    jobs,
    knowledge,
    mcp,
    memories,
    models,
    optimizer,
    overrides,
    pages,
    profile,
    recall,
    review,
    settings,
    stats,
    summaries,
)
from recollect.settings import Settings
from recollect.settings.keys import KeyFile

_ROUTERS: Final = (
    ingest.router,
    demo.router,
    recall.router,
    completions.router,
    chat.router,
    memories.router,
    review.router,
    conversations.router,
    agents.router,
    profile.router,
    summaries.router,
    overrides.router,
    graph.router,
    knowledge.router,
    jobs.router,
    optimizer.router,
    stats.router,
    models.router,
    settings.router,
    mcp.router,
    health.router,
    health.metrics_router,
    pages.router,
    dashboard.router,
)
_DESCRIPTION: Final = (
    "A memory for AI assistants and agents. Every error has the shape"
    ' `{"error": {"code", "message", "field"?}}`.'
)
_TAGS: Final = [
    {"name": "memory", "description": "What was said goes in."},
    {"name": "recall", "description": "Questions go out; every answer says why."},
    {"name": "chat", "description": "A model is talked to, with what is remembered."},
    {"name": "memories", "description": "What is known, to be read and corrected."},
    {"name": "conversations", "description": "What was said, stored or in RAM alone."},
    {"name": "agents", "description": "Whose memories there are; nothing crosses between agents."},
    {"name": "work", "description": "What is done in the background, and how much there is."},
    {"name": "settings", "description": "How it all behaves; for whoever administers the house."},
    {"name": "health", "description": "For whoever watches over the server."},
]


def create_app(memory: Memory) -> FastAPI:
    """The application; it warms the embedder when it starts, and closing the memory is the caller's."""
    metrics = Metrics(memory)
    app = FastAPI(
        title="Recollect",
        version=version("recollect"),
        description=_DESCRIPTION,
        openapi_tags=_TAGS,
        # FastAPI's own pages load scripts from elsewhere; ours is in routes/pages.py.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        middleware=_middleware(memory.settings, metrics),
        # FastAPI would hand bodies and error texts to any tracing that the environment switches on.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    app.state.memory = memory
    app.state.warmup = Warmup(memory)
    app.state.metrics = metrics
    app.state.proxy = Proxy(memory)
    app.state.chats = Chats(memory, app.state.proxy)
    app.state.mcp = Door(memory)
    errors.install(app)
    # As they stand, and not by `include_router`, which would make each of them anew with the first request.
    app.router.routes.extend(_ROUTES)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    warmup: Warmup = app.state.warmup
    warmup.start()
    async with app.state.mcp.open():
        yield
    await app.state.proxy.close()
    app.state.chats.close()
    await run_in_threadpool(warmup.stop)


def _named(route: BaseRoute) -> BaseRoute:
    """The route, called in the OpenAPI as its function is."""
    if isinstance(route, APIRoute):
        route.operation_id = route.name
    return route


_ROUTES: Final = [_named(route) for router in _ROUTERS for route in router.routes]


def _middleware(chosen: Settings, metrics: Metrics) -> list[Middleware]:
    """The outermost first; a browser may read the answers only of those it may ask."""
    cors = Middleware(
        CORSMiddleware,
        allow_origins=chosen.allowed_origins,
        allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=["*"],
        # We stand on the user's own machine, which a browser asks about apart where the page does not.
        allow_private_network=True,
        expose_headers=["X-Request-Id", *EXPOSED],
    )
    return [
        Middleware(RequestLog, metrics=metrics),
        Middleware(HostAndOrigin, settings=chosen),
        *([cors] if chosen.allowed_origins else []),
        Middleware(Gate, settings=chosen, keys=KeyFile(chosen.keys_path)),
        Middleware(BodyLimits, settings=chosen),
        Middleware(Idempotency),
        Middleware(NamesInPaths),
    ]
