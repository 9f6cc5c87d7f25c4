import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/**
 * The real path of a name below a root, or undefined when it does not exist or leads outside: by `..`, by an absolute
 * name, by a link or by a byte no file name may hold.
 */
export async function insideRoot(root: string, name: string): Promise<string | undefined> {
  if (name.includes('\0') || isAbsolute(name)) return undefined
  try {
    // Asking another thread takes many times longer than the answer.
    const base = realpathSync.native(root)
    const path = realpathSync.native(resolve(base, name))
    const inside = relative(base, path)
    const escapes = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    return escapes ? undefined : path
  } catch {
    return undefined
  }
}
