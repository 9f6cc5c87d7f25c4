import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { tokenSheet } from '../src/kernel/tokens.ts'

const program = process.env.DAYBOOK_URL ?? 'http://127.0.0.1:4470'

/** The first script runs it; its entry is a chunk of nothing else, which the document leaves out. */
const firstModule = fileURLToPath(new URL('src/main.tsx', import.meta.url))
/** The page Daybook opens on. */
const dayPage = fileURLToPath(new URL('src/pages/diary/day.tsx', import.meta.url))
const diaryModule = /\/(web\/src\/(pages|parts|state\/diary)|src\/diary)\//

export default defineConfig({
  // React has this hook of its own.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  plugins: [react(), tokens(), earlyFiles(), hashedTheme(), lightIcons()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The list of what each page needs would be 3 kB of the first script; each page names it instead, see earlyFiles.
    modulePreload: false,
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
            // The page Daybook opens on in two files, since each costs the browser a request: what is not about the diary apart.
            // All they need is in them or in the two above, so they need no chunk that needs them.
            ofDayPage('common', id => !diaryModule.test(id)),
            ofDayPage('diary', id => diaryModule.test(id)),
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

/** A chunk of modules that the page needs to be drawn, whatever else needs them. */
function ofDayPage(name: string, isWanted: (id: string) => boolean): Rolldown.CodeSplittingGroup {
  const needed = new Set([dayPage])
  return {
    debugName: name,
    name(id, graph) {
      // Once: a set that grows is walked to its end.
      if (needed.size === 1) for (const each of needed) addAll(needed, graph.getModuleInfo(each)?.importedIds ?? [])
      return needed.has(id) && isWanted(id) ? name : null
    },
  }
}

function addAll<T>(set: Set<T>, more: readonly T[]): void {
  for (const each of more) set.add(each)
}

/**
 * Names the files of that page, so that the server can tell a browser of them with the document; and lets each page import
 * what its imports need as well, so that a browser asks for all of it at once.
 */
function earlyFiles(): Plugin {
  return {
    name: 'early-files',
    // After chunks of nothing but styles were removed.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const named = (name: string) => chunks.find(({ fileName }) => fileName === name)
        const withImports = (names: Iterable<string>) => {
          const all = new Set(names)
          for (const each of all) addAll(all, named(each)?.imports ?? [])
          return all
        }
        const first = withImports(
          chunks.filter(({ moduleIds }) => moduleIds.includes(firstModule)).map(({ fileName }) => fileName),
        )
        const later = (name: string) => [...withImports([name])].filter(each => each in bundle && !first.has(each))
        const day = chunks.find(({ facadeModuleId }) => facadeModuleId === dayPage)
        const early = day ? later(day.fileName).map(name => `/${name}`) : []
        this.emitFile({ type: 'asset', fileName: 'early.json', source: JSON.stringify(early) })
        for (const chunk of chunks.filter(({ isDynamicEntry }) => isDynamicEntry)) {
          const deep = later(chunk.fileName).filter(name => name !== chunk.fileName && !chunk.imports.includes(name))
          // After its own imports, so that everything still runs in the same order.
          chunk.code += deep.map(name => `import"./${basename(name)}";`).join('')
        }
      },
    },
  }
}

/** The one script that a browser waits for before it draws gets a name by its content as well, so that it is kept. */
function hashedTheme(): Plugin {
  const name = 'theme.js'
  return {
    name: 'hashed-theme',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const file = Object.values(bundle).find(each => each.type === 'asset' && each.names.includes(name))?.fileName
        return html.replace(`/src/${name}`, `/${file}`)
      },
    },
    buildStart() {
      this.emitFile({ type: 'asset', name, source: readFileSync(new URL(`src/${name}`, import.meta.url)) })
    },
  }
}

/** Icons without what only lucide's own component needs; `ui/icon.ts` draws them instead. */
function lightIcons(): Plugin {
  const own = fileURLToPath(new URL('src/ui/icon.ts', import.meta.url))
  return {
    name: 'light-icons',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler: code =>
        code
          .replace(/, key: "\w+"/g, '')
          .replace(/createLucideIcon from '[^']+'/, `{ createLucideIcon } from '${own}'`),
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
