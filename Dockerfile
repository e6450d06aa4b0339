# One image for every process: the command is a line of the Procfile, such as `web` or `payments` (docker run IMAGE web).
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24.21.0-slim
ENV NODE_ENV=production
WORKDIR /app
# For scripts/run-process.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
# Optional are a compiler of 24 MB, which valibot's types want, and what unpacks messages, which nobody does.
RUN npm ci --omit=dev --omit=optional && npm cache clean --force
COPY --from=build /app/dist ./dist
COPY public ./public
COPY views ./views
COPY docs ./docs
COPY Procfile ./
COPY scripts/run-process ./scripts/run-process
# LOCAL_DIR: only the sandbox gateway writes anything.
RUN mkdir .local && chown 1000:1000 .local
VOLUME /app/.local
USER 1000
ENTRYPOINT ["scripts/run-process"]
CMD ["web"]
