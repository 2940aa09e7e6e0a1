# PaperAtlas as a server. Two stages: what builds is left behind. The library is a volume at /library.
#
#   docker build -t paperatlas .
#   docker run -p 127.0.0.1:8723:8723 -e PAPERATLAS_WEB_TOKEN=choose-one -v paperatlas:/library paperatlas
FROM python:3.13-slim-bookworm AS build
WORKDIR /src
RUN python -m venv /opt/paperatlas
COPY requirements.txt ./
RUN /opt/paperatlas/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY paperatlas ./paperatlas
RUN /opt/paperatlas/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim-bookworm
# For scans. Debian removes old versions of a package from its archive, so a pinned one stops building.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends tesseract-ocr \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home --shell /usr/sbin/nologin paperatlas \
    && install --directory --owner=10001 --group=10001 /library
COPY --from=build /opt/paperatlas /opt/paperatlas
ENV PATH=/opt/paperatlas/bin:$PATH \
    PAPERATLAS_LIBRARY=/library \
    PYTHONUNBUFFERED=1
USER 10001
WORKDIR /home/paperatlas
VOLUME /library
EXPOSE 8723
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8723/readyz', timeout=4)"]
ENTRYPOINT ["paperatlas"]
# It listens beyond the container and so refuses to start without PAPERATLAS_WEB_TOKEN.
CMD ["serve", "--host", "0.0.0.0"]
