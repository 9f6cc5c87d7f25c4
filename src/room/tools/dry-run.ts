import { cutTo } from '../text/cut.ts'
import type { PathFaultCode, Snapshot, VfsFile } from '../workspace/vfs.ts'
import { Answer } from './answer.ts'
import type { ToolResult } from './tool.ts'

/** What a run would read, found without reading it. */
export class DryRun {
  readonly #snapshot: Snapshot
  readonly #files = new Set<VfsFile>()
  readonly #missing: { path: string; code: PathFaultCode }[] = []

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
  }

  path(path: string): this {
    const found = this.#snapshot.resolve(path)
    if ('fault' in found) this.#missing.push({ path: cutTo(path.toWellFormed(), 200), code: found.fault.code })
    else this.#files.add(found.file)
    return this
  }

  files(files: Iterable<VfsFile>): this {
    for (const file of files) this.#files.add(file)
    return this
  }

  result(tool: string, version: string, more: object = {}): ToolResult {
    const would = [...this.#files].slice(0, 200)
    return new Answer().json({
      tool,
      tool_version: version,
      dry_run: true,
      would_read: would.map(({ path, size_bytes, lines }) => ({ path, size_bytes, total_lines: lines })),
      missing: this.#missing,
      ...more,
    })
  }
}
