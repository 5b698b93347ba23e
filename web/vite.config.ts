import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'baseline-widely-available',
    // The content security policy allows no data in place of a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', docs: 'src/docs/docs.ts' },
      // The server's pages name the script of the documentation, so that its name is fixed.
      output: {
        entryFileNames: ({ name }) => (name === 'docs' ? 'docs.js' : 'assets/[name]-[hash].js'),
      },
      // The server has the typefaces.
      external: [/^\/fonts\//],
    },
  },
  server: {
    // For `npx vite` in this folder, beside a service that runs.
    proxy: { '^/(api|site|auth|docs|fonts|openapi.json)': 'http://127.0.0.1:8787' },
  },
})
