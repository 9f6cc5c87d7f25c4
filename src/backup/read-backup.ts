import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, open, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DamagedZip, listZip, unzipEntry, type ZipListing } from '../files/unzip.ts'
import { Fault } from '../kernel/fault.ts'
import { Manifest, manifestName } from './manifest.ts'

export interface OpenBackup {
  manifest: Manifest
  /** Unpacks everything below a folder and checks every entry against its hash. */
  unpack(folder: string, onStep: (step: { files?: number; bytes?: number }) => void): Promise<void>
  close(): Promise<void>
}

/** Opens a backup; a file that is cut off, damaged or something else is refused. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const file = await open(path, 'r').catch(() => {
    throw new Fault('INVALID_INPUT', 'The backup cannot be read.', {
      details: { file: path },
      hint: 'Name a file that daybook backup made.',
    })
  })
  const entries = new Map<string, ZipListing>()
  try {
    const listed = await sound(manifestName, () => listZip(file))
    for (const entry of listed) {
      if (entries.has(entry.name)) throw damaged(entry.name)
      entries.set(entry.name, entry)
    }
    const manifest = await sound(manifestName, async () => readManifest(path, file, entries.get(manifestName)))
    const named = new Set(manifest.files.map(({ name }) => name))
    const other = [...entries.keys()].find(name => name !== manifestName && !named.has(name))
    if (other !== undefined || named.size !== manifest.files.length) throw damaged(other ?? manifestName)
    return {
      manifest,
      async unpack(folder, onStep) {
        for (const expected of manifest.files) {
          const entry = entries.get(expected.name)
          if (!entry) throw damaged(expected.name)
          const target = join(folder, expected.name)
          await mkdir(dirname(target), { recursive: true, mode: 0o700 })
          const found = await sound(expected.name, () => unpackEntry(path, file, entry, target, onStep))
          if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) throw damaged(expected.name)
          await chmod(target, expected.mode)
          await utimes(target, new Date(), new Date(expected.modified_ms))
          onStep({ files: 1 })
        }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

type FileHandle = Awaited<ReturnType<typeof open>>

/** A manifest longer than this would list millions of files. */
const longestManifest = 512 * 1024 ** 2

async function readManifest(path: string, file: FileHandle, entry: ZipListing | undefined): Promise<Manifest> {
  if (!entry || entry.size > longestManifest) throw new DamagedZip('The manifest is missing.')
  const pieces: Buffer[] = []
  for await (const piece of unzipEntry(path, file, entry)) pieces.push(piece)
  const parsed = Manifest.safeParse(JSON.parse(Buffer.concat(pieces).toString('utf8')))
  if (parsed.success) return parsed.data
  throw new DamagedZip('The manifest does not fit.')
}

async function unpackEntry(
  path: string,
  file: FileHandle,
  entry: ZipListing,
  target: string,
  onStep: (step: { bytes?: number }) => void,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const content = async function* () {
    for await (const piece of unzipEntry(path, file, entry)) {
      hash.update(piece)
      bytes += piece.length
      onStep({ bytes: piece.length })
      yield piece
    }
  }
  await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  return { bytes, sha256: hash.digest('hex') }
}

async function sound<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DamagedZip || error instanceof SyntaxError) throw damaged(name, error)
    throw error
  }
}

function damaged(entry: string, cause?: unknown): Fault {
  return new Fault('UNPROCESSABLE', 'The backup is damaged, cut off, or no backup of Daybook. Nothing was restored.', {
    details: { entry },
    hint: 'Take another copy of it, or an earlier backup.',
    cause,
  })
}
