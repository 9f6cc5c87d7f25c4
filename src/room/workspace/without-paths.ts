import type { Snapshot, VfsFile } from './vfs.ts'

/** The same tree for somebody who may not open these files, or what lies in these folders. */
export function withoutPaths(snapshot: Snapshot, blocked: readonly string[]): Snapshot {
  if (blocked.length === 0) return snapshot
  const isBlocked = ({ path }: VfsFile) =>
    blocked.some(each => path === each || path.startsWith(each.endsWith('/') ? each : `${each}/`))
  const denied = { fault: { code: 'path_denied' as const } }
  const { outlinePath } = snapshot
  const files = snapshot.files.filter(file => !isBlocked(file))
  return {
    ...snapshot,
    files,
    outlinePath: files.some(({ path }) => path === outlinePath) ? outlinePath : null,
    resolve(path) {
      const found = snapshot.resolve(path)
      return 'file' in found && isBlocked(found.file) ? denied : found
    },
    read: async file => (isBlocked(file) ? denied : snapshot.read(file)),
  }
}
