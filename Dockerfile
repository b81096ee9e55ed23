# A table for a club: `docker build -t xenotable .`; deploy/compose.yaml adds PostgreSQL and a proxy with TLS.
FROM python:3.12-bookworm AS build
WORKDIR /src
COPY . .
RUN make wheel \
    && .venv/bin/uv venv /opt/xenotable \
    && .venv/bin/uv pip install --python /opt/xenotable --compile-bytecode --requirements requirements/serve.txt \
    && .venv/bin/uv pip install --python /opt/xenotable --compile-bytecode --no-deps dist/*.whl

# The same Python without what only the build needs.
FROM python:3.12-slim-bookworm
RUN useradd --uid 8420 --create-home --home-dir /data table
COPY --from=build /opt/xenotable /opt/xenotable
ENV PATH=/opt/xenotable/bin:$PATH XDG_DATA_HOME=/data
USER 8420
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=10s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8420/healthz', timeout=5)"]
CMD ["xenotable", "serve", "--host", "0.0.0.0", "--port", "8420"]
