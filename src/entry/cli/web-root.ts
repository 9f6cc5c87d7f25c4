import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built web client, which lies beside the built program; undefined when it was not built. */
export function webRoot(): string | undefined {
  const folder = fileURLToPath(new URL('./web/', import.meta.url))
  return existsSync(`${folder}index.html`) ? folder : undefined
}
