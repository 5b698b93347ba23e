import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Preact runs the page: a tenth of the size of React DOM. The code and its libraries are written for React.
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
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
        // Three files instead of thirty small ones. The documentation's script needs only the last one.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules\/(preact|@tanstack)\// },
            {
              name: 'common',
              test: /web\/src\/(api|shell|ui)\/|contract\/src\/|preload-helper|rolldown\/runtime/,
              minShareCount: 4,
            },
            {
              name: 'paths',
              test: /contract\/src\/(site\/pages|site\/paths|tools|limits)|theme-choice/,
              priority: 1,
            },
          ],
        },
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
