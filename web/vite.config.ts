import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { tokenSheet } from '../src/kernel/tokens.ts'

const program = process.env.DAYBOOK_URL ?? 'http://127.0.0.1:4470'

export default defineConfig({
  // React has this hook of its own.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  plugins: [react(), tokens(), earlyFiles()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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

/** The page Daybook opens on. */
const dayPage = fileURLToPath(new URL('src/pages/diary/day.tsx', import.meta.url))

/** Names the files of that page, so that the server can tell a browser of them with the document. */
function earlyFiles(): Plugin {
  return {
    name: 'early-files',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const named = (name: string) => chunks.find(({ fileName }) => fileName === name)
      const withImports = (names: Iterable<string>) => {
        const all = new Set(names)
        for (const each of all) for (const next of named(each)?.imports ?? []) all.add(next)
        return all
      }
      const first = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
      const day = chunks.filter(({ facadeModuleId }) => facadeModuleId === dayPage).map(({ fileName }) => fileName)
      const early = [...withImports(day)].filter(name => !first.has(name)).map(name => `/${name}`)
      this.emitFile({ type: 'asset', fileName: 'early.json', source: JSON.stringify(early) })
    },
  }
}

/** The page's first sheet; the HTML report carries the same tokens. */
function tokens(): Plugin {
  const id = '\0tokens.css'
  return {
    name: 'tokens',
    resolveId: source => (source === 'virtual:tokens.css' ? id : undefined),
    load: loaded => (loaded === id ? tokenSheet : undefined),
  }
}
