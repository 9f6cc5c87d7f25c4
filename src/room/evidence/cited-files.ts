import type { FileText, PathFault, Snapshot, VfsFile } from '../workspace/vfs.ts'

/** The files of one check: each is read when it is first needed, and only then. */
export interface CitedFiles {
  snapshot: Snapshot
  read(file: VfsFile): Promise<FileText | { fault: PathFault }>
}

export function openCitedFiles(snapshot: Snapshot): CitedFiles {
  const opened = new Map<string, Promise<FileText | { fault: PathFault }>>()
  return {
    snapshot,
    read(file) {
      const reading = opened.get(file.path) ?? snapshot.read(file)
      opened.set(file.path, reading)
      return reading
    },
  }
}
