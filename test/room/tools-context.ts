import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byteOrder } from '../../src/kernel/byte-order.ts'
import type { ToolContext, ToolIssue } from '../../src/room/tools/tool.ts'
import { canonPath, categoryOf, classOf, discoverOutline, titleOf } from '../../src/room/workspace/describe.ts'
import { createResolver } from '../../src/room/workspace/resolve.ts'
import type { Template } from '../../src/room/workspace/template.ts'
import { type FileClass, type Snapshot, textOf, type VfsFile } from '../../src/room/workspace/vfs.ts'

export type Contents = { readonly [path: string]: string | Uint8Array }

const largest = 2_097_152
const modified = '2026-01-12T09:00:00.000Z'
const sampleFolder = fileURLToPath(new URL('../../assets/room-sample/', import.meta.url))

/** A snapshot of a workspace in memory: its rules, without a disk. */
export function memorySnapshot(contents: Contents, template?: Template): Snapshot {
  const bytes = new Map(Object.entries(contents).map(([path, text]) => [path.normalize('NFC'), Buffer.from(text)]))
  const { path: outlinePath } = discoverOutline([...bytes.keys()])
  const files = [...bytes].map(([path, raw]) => fileOf(path, raw, classOf(path, outlinePath, template)))
  files.sort((a, b) => rank(a.class) - rank(b.class) || byteOrder(a.path, b.path))
  return {
    files,
    folders: [...new Set(files.map(file => file.path.slice(0, file.path.lastIndexOf('/'))).filter(Boolean))].sort(
      byteOrder,
    ),
    outlinePath,
    template,
    truncated: false,
    warnings: [],
    resolve: createResolver(files),
    async read({ path }) {
      const raw = bytes.get(path)
      if (!raw) return { fault: { code: 'file_not_found' } }
      return raw.length > largest ? { fault: { code: 'file_too_large' } } : textOf(path, raw)
    },
  }
}

/** The files of the sample workspace as they are in the repository. */
export function sampleContents(): { [path: string]: string } {
  const entries = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.map(path => [relative(sampleFolder, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  )
}

export function contextOf(snapshot: Snapshot, more: Partial<ToolContext> = {}): ToolContext {
  return {
    snapshot,
    issues: { list: async () => sampleIssues() },
    agentId: null,
    conferenceId: null,
    signal: new AbortController().signal,
    ...more,
  }
}

export function sampleIssues(): ToolIssue[] {
  const stored: { issues: StoredIssue[] } = JSON.parse(readFileSync(join(sampleFolder, 'issues.json'), 'utf8'))
  return stored.issues.map(
    ({ id, title, status, priority, assignedTo, tags, epistemicStatus, createdAt, updatedAt, compressedSummary }) => ({
      ...{ id, title, status, priority, assignedTo, tags, epistemicStatus, createdAt, updatedAt },
      assignedName: assignedTo === 'continuity' ? 'Continuity' : null,
      summary: compressedSummary,
      personal: {},
    }),
  )
}

type StoredIssue = Omit<ToolIssue, 'assignedName' | 'summary' | 'personal'> & { compressedSummary: string }

function fileOf(path: string, raw: Uint8Array, kind: FileClass): VfsFile {
  const text = textOf(path, raw)
  const lines = 'fault' in text ? [] : text.lines
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    path,
    name,
    class: kind,
    ...(kind === 'compendium' && { category: categoryOf(path) }),
    title: titleOf(name, lines),
    size_bytes: raw.length,
    modified,
    lines: lines.length,
    origin: path === canonPath ? 'virtual' : 'physical',
    readonly: path === canonPath,
  }
}

function rank(kind: FileClass): number {
  return kind === 'outline' ? 0 : kind === 'canon' ? 1 : 2
}
