import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { tokenSheet } from '../src/kernel/tokens.ts'

const program = process.env.DAYBOOK_URL ?? 'http://127.0.0.1:4470'

export default defineConfig({
  plugins: [react(), tokens()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // The first script names all others, so what several pages share is not named after all of them.
        chunkFileNames: ({ name }) => (name.includes('~') ? 'assets/part-[hash].js' : 'assets/[name]-[hash].js'),
        // What the first screen needs in two chunks; what others share by the exact set of them.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\//, tags: ['$initial'] },
            { name: 'start', tags: ['$initial'] },
            { name: 'icons', test: /node_modules\/lucide-react\// },
            { name: 'texts', test: /node_modules\/(marked|dompurify)\// },
            { name: 'dialogs', test: /node_modules\/(?!@tanstack)/ },
            // A chunk that another needs must not need that one: it would run too late. So groups are of one layer and of
            // the very same pages, and are never merged.
            { name: 'base', test: /^(?!.*\/web\/src\/(pages|parts)\/)/, minShareCount: 2, entriesAware: true },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // The program answers pages of its own origin only.
      '/api': { target: program, changeOrigin: true, headers: { origin: program } },
    },
  },
})

/** The page's first sheet; the HTML report carries the same tokens. */
function tokens(): Plugin {
  const id = '\0tokens.css'
  return {
    name: 'tokens',
    resolveId: source => (source === 'virtual:tokens.css' ? id : undefined),
    load: loaded => (loaded === id ? tokenSheet : undefined),
  }
}
