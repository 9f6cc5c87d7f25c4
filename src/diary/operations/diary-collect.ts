import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { createBy, isCode } from '../../files/replace.ts'
import { sha256OfFile } from '../../files/sha256.ts'
import { TooLargeForZip, writeZip, type ZipEntry } from '../../files/zip.ts'
import { byteOrder } from '../../kernel/byte-order.ts'
import { version } from '../../kernel/version.ts'
import { DateArgument, name } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { reject } from '../rejection.ts'
import type { Metadata } from '../schema.ts'
import { fileText } from '../workspace/json-file.ts'
import { withSharedLock } from '../workspace/locks.ts'
import { openWorkspace, type Workspace } from '../workspace/open.ts'

export const diaryCollect = diaryOperation({
  name: 'diary_collect',
  audience: 'people',
  summary: 'Write a zip of a day for support: everything but the transcripts, unless they are asked for.',
  effect: 'append',
  input: z.strictObject({
    date: DateArgument.optional(),
    include_raw_sessions: z.boolean().default(false).describe('With the copies of the transcripts'),
    output: name('day.zip')
      .optional()
      .describe('A new file, from the command line only; else collections/<date>.zip of the diary'),
  }),
  result: {
    date: z.string(),
    file: z.string().describe('As it was named, or relative to the diary root'),
    bytes: z.int(),
    sha256: z.string(),
    files: z.int(),
    include_raw_sessions: z.boolean(),
    excluded_paths: z.array(z.string()),
  },
  async run({ date, include_raw_sessions, output }, ctx) {
    // A page or a remote program must not be able to say where on this machine a file is written.
    if (output !== undefined && ctx.call.by !== 'cli') {
      reject('output', 'only the command line may name a file', 'leave output out')
    }
    const workspace = await openWorkspace(ctx.diary, date)
    const day = workspace.metadata?.report_date ?? basename(workspace.root)
    const own = `collections/${day}.zip`
    const { bytes, sha256, files } = await collectDay(ctx, {
      workspace,
      includeRawSessions: include_raw_sessions,
      output: output === undefined ? join(ctx.diary.root, own) : resolve(output),
    })
    return {
      date: day,
      file: output ?? own,
      bytes,
      sha256,
      files: files.included.length,
      include_raw_sessions,
      excluded_paths: files.excluded,
    }
  },
})

interface CollectRequest {
  workspace: Workspace
  includeRawSessions: boolean
  /** A file that does not exist yet. */
  output: string
}

const manifestFile = 'collection.manifest.json'

/** Writes a zip of the workspace for someone who helps with it; the same workspace gives the same bytes. */
async function collectDay({ diary }: Pick<DiaryContext, 'diary'>, request: CollectRequest) {
  const { workspace, includeRawSessions, output } = request
  const { root, metadata } = workspace
  if (!metadata) reject('workspace', 'metadata.json is missing or says too little', 'run daybook diary prepare --force')
  await mkdir(dirname(output), { recursive: true, mode: 0o700 }).catch(() => cannotBeMade())
  if (await isInside(root, output)) {
    reject('output', 'the file would lie in the workspace itself', 'name a file outside of it')
  }
  return withSharedLock(root, diary.lockTimeoutMs, async () => {
    for (let left = maxTries; left > 0; left--) {
      const files = await filesToCollect(root, includeRawSessions)
      const checksums: { [name: string]: string } = {}
      for (const name of files.included) checksums[name] = await sha256OfFile(join(root, name))
      const manifest = Buffer.from(fileText(manifestOf(metadata, includeRawSessions, files, checksums)))
      const entries = [
        ...files.included.map(name => ({ name, content: readUnchanged(join(root, name), checksums[name]) })),
        { name: manifestFile, content: [manifest] },
      ].sort((one, other) => byteOrder(one.name, other.name))
      const bytes = await writeNew(output, new Date(`${metadata.report_date}T00:00:00Z`), entries)
      if (bytes !== undefined) return { bytes, sha256: await sha256OfFile(output), files }
    }
    return reject('workspace', 'the day is being written to', 'nothing was made; try again when that is done')
  })
}

const maxTries = 3

class Changed extends Error {}

/** The bytes of a file that must still be those its checksum was taken of. */
async function* readUnchanged(path: string, checksum: string | undefined): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== checksum) throw new Changed()
}

/** Times are those of the day, not of the collecting, so that two collections can be compared. */
function manifestOf(
  { report_date, timezone, status, report_window_local }: Metadata,
  include_raw_sessions: boolean,
  { included, excluded }: WorkspaceFiles,
  file_checksums_sha256: { [name: string]: string },
) {
  return {
    schema_version: 1,
    collected_at: report_window_local.start,
    tool: { name: 'daybook', version },
    target: { report_date, timezone, status },
    include_raw_sessions,
    included_paths: included,
    excluded_paths: excluded,
    file_checksums_sha256,
  }
}

async function isInside(root: string, output: string): Promise<boolean> {
  const [workspace, folder] = await Promise.all([realpath(root), realpath(dirname(output))])
  const inside = relative(workspace, join(folder, basename(output)))
  return inside !== '..' && !inside.startsWith(`..${sep}`) && resolve(workspace, inside) !== inside
}

/** Takes its name only when it is whole, and never that of another file; undefined when an entry changed meanwhile. */
async function writeNew(output: string, at: Date, entries: readonly ZipEntry[]): Promise<number | undefined> {
  try {
    return await createBy(output, 0o600, file => writeZip(file, at, entries))
  } catch (error) {
    if (error instanceof Changed) return undefined
    if (isCode(error, 'EEXIST'))
      reject('output', 'there is a file of that name already', 'move it away, or name another file')
    if (isCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR')) cannotBeMade()
    if (error instanceof TooLargeForZip) {
      reject('include_raw_sessions', 'the day has more than a zip file holds', 'leave the raw sessions out')
    }
    throw error
  }
}

function cannotBeMade(): never {
  return reject('output', 'the file cannot be made there', 'name a file in a folder you may write')
}

interface WorkspaceFiles {
  included: string[]
  /** Files that were left out, and folders that were not looked into (with a slash at the end). */
  excluded: string[]
}

/** What of a workspace may be handed on, by its relative names in byte order. */
async function filesToCollect(root: string, includeRawSessions: boolean): Promise<WorkspaceFiles> {
  const files: WorkspaceFiles = { included: [], excluded: [] }
  await walk('')
  files.included.sort(byteOrder)
  files.excluded.sort(byteOrder)
  return files

  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const name = folder + entry.name
      // Locks, stagings and temporary files all begin with a dot; they are temporary and hold no content.
      if (entry.name.startsWith('.')) continue
      if (name === 'previous') files.excluded.push('previous/')
      else if (entry.isDirectory()) await walk(`${name}/`)
      // A link may lead anywhere, so it is left out by name.
      else if (entry.isFile() && (includeRawSessions || !rawSession.test(name))) files.included.push(name)
      else files.excluded.push(name)
    }
  }
}

const rawSession = /^projects\/[^/]+\/sessions\//
