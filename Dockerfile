# docker build -t recollect .      docs/how-to/docker.md says how to run it.
ARG PYTHON=3.13-slim-trixie

FROM python:${PYTHON} AS build
WORKDIR /build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
RUN python -m venv --without-pip /opt/recollect
COPY requirements/run.lock requirements/postgres.lock requirements/
RUN pip --python /opt/recollect/bin/python install --no-compile --require-hashes --no-deps \
        -r requirements/run.lock -r requirements/postgres.lock
COPY LICENSE NOTICE README.md pyproject.toml ./
COPY docs docs
COPY tools/build_backend.py tools/
COPY src src
RUN pip --python /opt/recollect/bin/python install --no-compile --no-deps --no-build-isolation ".[postgres]"
# Remove 45 MB of debug symbols, tests, and a library that only programs in C use; the demo below fails if it was needed.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils \
    && find /opt/recollect -regex ".*/\(_numkong\|_rust\|Stemmer\)[^/]*\.so" -exec strip --strip-unneeded {} + \
    && find /opt/recollect -path "*/numpy/*" -name tests -prune -exec rm -r {} + \
    && find /opt/recollect -name "libonnxruntime.so.*" -delete
# The file system will be read-only: compile now what servers and workers import, and nothing else.
RUN export PYTHONPYCACHEPREFIX=/opt/recollect/pycache RECOLLECT_HOME=/tmp/home \
    && /opt/recollect/bin/recollect demo > /dev/null \
    && /opt/recollect/bin/python -c "import recollect.server, recollect.mcp.session_managers, recollect.storage.postgres"

FROM python:${PYTHON}
RUN groupadd --gid 10001 recollect \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin recollect \
    && install --directory --owner=recollect --group=recollect --mode=0700 /data
COPY --from=build /opt/recollect /opt/recollect
ENV PATH=/opt/recollect/bin:$PATH \
    PYTHONPYCACHEPREFIX=/opt/recollect/pycache \
    PYTHONDONTWRITEBYTECODE=1 \
    RECOLLECT_HOME=/data \
    RECOLLECT_HOST=0.0.0.0 \
    RECOLLECT_LOG_FORMAT=json
USER 10001:10001
VOLUME /data
EXPOSE 8377
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["recollect", "health"]
ENTRYPOINT ["recollect"]
CMD ["serve"]
