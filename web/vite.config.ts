import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/xenotable/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 2048,
    manifest: "shell.json", // the list of files that public/sw.js keeps
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8420", ws: true } } },
});
