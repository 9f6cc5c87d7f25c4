import { agents } from './agents.ts'
import type { SourceReader } from './reader.ts'

/** Raised by every change of the rules by which a file becomes turns: what was stored by another version is read anew. */
export const parserVersion = 14

export type Readers = ReadonlyMap<string, SourceReader>

/** The readers of all agents, in the order of their list. */
export async function loadReaders(): Promise<Readers> {
  const loaded = await Promise.all(agents.map(({ source }) => importReader(source)))
  return new Map(loaded.map(reader => [reader.source, reader]))
}

/** The reader of one agent, without the code of the others. */
export async function loadReader(source: string): Promise<SourceReader | undefined> {
  return agents.some(agent => agent.source === source) ? importReader(source) : undefined
}

async function importReader(source: string): Promise<SourceReader> {
  const { reader }: { reader: SourceReader } = await import(`./${source}/reader.ts`)
  return reader
}
