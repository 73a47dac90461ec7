"""The ASGI application: routes and middleware around one memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, Final

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

from recollect import dashboard
from recollect.mcp.http import McpEndpoint
from recollect.memory import Memory
from recollect.server import errors
from recollect.server.anonymous import AnonymousAccess
from recollect.server.audit import AuditLog
from recollect.server.authentication import Authentication
from recollect.server.chat.responder import ChatResponder
from recollect.server.client_address import ClientAddresses
from recollect.server.guard import BodyLimits, HostAndOrigin
from recollect.server.idempotency import Idempotency
from recollect.server.logs import RequestLog
from recollect.server.metrics import ServerMetrics
from recollect.server.oauth.authorization import Authorization
from recollect.server.oauth.grants import GrantFile
from recollect.server.paths import EscapedSlashes
from recollect.server.proxy.forwarder import Proxy
from recollect.server.proxy.headers import EXPOSED
from recollect.server.rates import LIMITS, RequestRates
from recollect.server.readiness import Readiness
from recollect.server.request_spans import RequestSpans
from recollect.server.routes import (
    agents,
    audit_log,
    chat,
    conversations,
    documentation,
    graph,
    health,
    imports,
    ingest,
    items,
    jobs,
    knowledge,
    mem0,
    memories,
    oauth,
    optimizer,
    overrides,
    pages,
    profile,
    proxy,
    recall,
    review,
    settings,
    spaces,
    stats,
    undo,
)
from recollect.server.routing import WORDS
from recollect.server.uploads import Uploads
from recollect.server.warmup import Warmup
from recollect.wiring import key_uses_for, keys_for
from recollect.wiring.audit import AuditTrail

_ROUTERS: Final = (
    ingest.router,
    imports.router,
    recall.router,
    # Before the proxy, which relays everything else under /v1.
    mem0.router,
    proxy.router,
    chat.router,
    memories.router,
    review.router,
    conversations.router,
    agents.router,
    profile.router,
    overrides.router,
    graph.router,
    knowledge.router,
    items.router,
    spaces.router,
    undo.router,
    jobs.router,
    optimizer.router,
    stats.router,
    settings.router,
    audit_log.router,
    health.router,
    pages.router,
    documentation.router,
    oauth.router,
    dashboard.router,
)
_DESCRIPTION: Final = (
    "Memory for AI assistants and agents. Every error has the format"
    ' `{"error": {"code", "message", "field"?}}`.'
)


class _Api(FastAPI):
    """The application; its OpenAPI schema also says how to send a key."""

    def openapi(self) -> dict[str, Any]:
        """Return the schema."""
        schema = super().openapi()
        schema["components"]["securitySchemes"] = WORDS["security"]
        # None at all is the third way: a server on loopback may have no keys.
        schema["security"] = [*({name: []} for name in WORDS["security"]), {}]
        return schema


def create_app(memory: Memory) -> FastAPI:
    """Return the application, which loads the embedder at startup; the caller closes the memory."""
    metrics = ServerMetrics(memory)
    authorization = _authorization(memory)
    trail = AuditTrail(memory.settings, memory.shared)
    audit = AuditLog(trail, lambda: _is_audited(memory, authorization))
    app = _Api(
        title="Recollect",
        version=version("recollect"),
        description=_DESCRIPTION,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        servers=[{"url": "/"}],
        openapi_tags=WORDS["tags"],
        # FastAPI's docs pages load scripts from a CDN; ours is in routes/pages.py.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        middleware=_middleware(memory, metrics, authorization, audit),
        # FastAPI would send bodies and error texts to tracing; RequestSpans sends neither.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    app.state.memory = memory
    app.state.authorization = authorization
    app.state.audit = audit
    app.state.warmup = Warmup(memory)
    app.state.readiness = Readiness(memory)
    app.state.metrics = metrics
    app.state.proxy = Proxy(memory)
    app.state.uploads = Uploads()
    app.state.responder = ChatResponder(memory, app.state.proxy)
    app.state.mcp = McpEndpoint(memory, lambda scope: scope["state"][LIMITS].count)
    errors.install(app)
    # Not `include_router`, which would rebuild every route on the first request.
    app.router.routes.extend(route for router in _ROUTERS for route in router.routes)
    return app


def _authorization(memory: Memory) -> Authorization:
    chosen, shared = memory.settings, memory.shared
    path = chosen.grants_path
    grants = shared.document("oauth_grants", path) if shared is not None else None
    keys = keys_for(chosen, shared, memory.access_records)
    anonymous = AnonymousAccess(chosen, keys, memory.access_records)
    granted, uses = GrantFile(path, document=grants), key_uses_for(chosen, shared)
    return Authorization(chosen, keys, granted, anonymous, uses)


def _is_audited(memory: Memory, authorization: Authorization) -> bool:
    chosen = memory.settings.audit_log
    # A server that never wanted a key has only one caller.
    return chosen == "on" or (chosen == "auto" and authorization.anonymous.since is not None)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    warmup: Warmup = app.state.warmup
    warmup.start()
    await run_in_threadpool(app.state.authorization.anonymous.start)
    app.state.audit.start()
    with app.state.memory.jobs.reporting("server"):
        async with app.state.mcp.lifespan():
            yield
    await app.state.proxy.close()
    await app.state.uploads.close()
    app.state.responder.close()
    await run_in_threadpool(warmup.stop)
    await run_in_threadpool(app.state.authorization.write_uses)
    await run_in_threadpool(app.state.audit.stop)


def _middleware(
    memory: Memory, metrics: ServerMetrics, authorization: Authorization, audit: AuditLog
) -> list[Middleware]:
    """Return the middleware, outermost first."""
    chosen = memory.settings
    addresses = ClientAddresses(chosen.trusted_proxies)
    cors = Middleware(
        CORSMiddleware,
        allow_origins=chosen.allowed_origins,
        allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=["*"],
        # Browsers send a separate preflight for pages that call a server on the user's machine.
        allow_private_network=True,
        expose_headers=["X-Request-Id", "Retry-After", *EXPOSED],
    )
    return [
        Middleware(RequestSpans),
        Middleware(RequestLog, metrics=metrics, addresses=addresses, audit=audit),
        Middleware(HostAndOrigin, settings=chosen),
        *([cors] if chosen.allowed_origins else []),
        Middleware(Authentication, chosen, authorization, memory.main_switch),
        Middleware(RequestRates, settings=chosen),
        Middleware(BodyLimits, settings=chosen),
        Middleware(Idempotency, shared=memory.shared),
        Middleware(EscapedSlashes),
    ]
