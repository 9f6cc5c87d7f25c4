import { onTestFinished } from 'vitest'
import type { Materials, SourceReader, TranscriptFile } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'

/** A database or document as discovery would name it. */
export function materialFile({ source }: SourceReader, path: string, relative = path.slice(1)): TranscriptFile {
  return { source, path, relative, form: 'material' }
}

/** Opens it for the length of a test. */
export function openMaterials(reader: SourceReader, path: string, only?: string): Materials {
  const materials = reader.materials?.(materialFile(reader, path), only)
  if (!materials) throw new Error('The reader makes no lines.')
  onTestFinished(() => materials.close())
  return materials
}

/** The stamps of its conversations, in order. */
export function stampsOf(reader: SourceReader, path: string, only?: string): string[] {
  const materials = reader.materials?.(materialFile(reader, path), only)
  materials?.close()
  return materials?.conversations.map(({ stamp }) => stamp) ?? []
}

/** The lines of every conversation that is not left out, by its id. */
export function materialize(reader: SourceReader, path: string): { [id: string]: Buffer } {
  const materials = reader.materials?.(materialFile(reader, path))
  if (!materials) throw new Error('The reader makes no lines.')
  try {
    const kept = materials.conversations.filter(({ excluded }) => excluded === null)
    return Object.fromEntries(
      kept.map(one => [one.id, Buffer.from([...materials.lines(one)].map(line => `${line}\n`).join(''))]),
    )
  } finally {
    materials.close()
  }
}

export function scanMaterial(reader: SourceReader, bytes: Buffer, relative = 'store') {
  return scanChunks(reader, { relative, materialized: true }, [bytes]).summary
}
