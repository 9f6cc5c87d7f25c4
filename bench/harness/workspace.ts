import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))
export const cacheFolder = join(projectRoot, 'node_modules/.cache/bench')

export interface Workspace {
  /** A new empty folder on the project's own disk: syncing to memory would flatter every write. */
  folder(name: string): string
  /** A copy to work on, in a folder of its own. */
  copyOf(file: string): string
  /** Daybook as it is built now: a build meanwhile does not change what is measured. Returns the file to run. */
  program(): string
  remove(): void
}

/** Scratch space of this run; gone when the process ends. */
export function openWorkspace(parent = cacheFolder): Workspace {
  mkdirSync(parent, { recursive: true })
  const root = mkdtempSync(join(parent, 'daybook-bench-'))
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const folder = (name: string) => mkdtempSync(join(root, `${name}-`))
  let program: string | undefined
  return {
    folder,
    program() {
      program ??= copyProgram(folder('program'))
      return program
    },
    copyOf(file) {
      const copy = join(folder('copy'), 'daybook.db')
      copyFileSync(file, copy)
      return copy
    },
    remove,
  }
}

function copyProgram(folder: string): string {
  for (const part of ['assets', 'bin', 'dist', 'package.json']) {
    const filter = (source: string) => !source.startsWith(join(projectRoot, 'dist/web'))
    cpSync(join(projectRoot, part), join(folder, part), { recursive: true, filter })
  }
  return join(folder, 'bin/daybook.js')
}
