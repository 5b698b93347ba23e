import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'baseline-widely-available',
    // The content security policy forbids data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', docs: 'src/docs/docs.ts' },
      // The server's documentation refers to this script by name, so it gets no hash.
      output: {
        entryFileNames: ({ name }) => (name === 'docs' ? 'docs.js' : 'assets/[name]-[hash].js'),
      },
      // The server provides the fonts.
      external: [/^\/fonts\//],
    },
  },
  server: {
    // For `npx vite` in this folder, next to a running service.
    proxy: { '^/(api|site|auth|docs|fonts|openapi.json)': 'http://127.0.0.1:8787' },
  },
})
