import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { type AgentHome, age, agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'
import type { startWriters, WorkspaceProcess } from './workspace-kills.ts'

type Program = Awaited<ReturnType<typeof openProgram>>
type Start = ReturnType<typeof startWriters>

/**
 * Transcripts grow, tear, are rewritten and removed while indexing is killed after so many milliseconds, again and again.
 * Whatever is found is on the cited line; an indexing that ends makes it all of it.
 */
export async function killAmidIndexing(start: Start, files: number, delays: readonly number[]): Promise<void> {
  const sessions = new ChangingSessions(agentHome(), files)
  const program = await openProgram(sessions.machine, { keeping: false })
  let ready = start()
  for (const delay of delays) {
    sessions.change()
    const indexer = ready
    ready = start()
    await openIn(indexer, program)
    indexer.send(indexing)
    await sleep(delay)
    await indexer.kill()
    await expectNothingWrong(program, sessions)
  }
  await openIn(ready, program)
  await expectIndexed(program, sessions, [ready])
  await ready.end()
}

/** Two processes index at once while transcripts change, and one of them is killed now and then. */
export async function indexTwice(start: Start, files: number, rounds: number): Promise<void> {
  const sessions = new ChangingSessions(agentHome(), files)
  const program = await openProgram(sessions.machine, { keeping: false })
  const indexers = [start(), start()]
  for (const indexer of indexers) await openIn(indexer, program)
  for (let round = 0; round < rounds; round++) {
    sessions.change()
    for (const indexer of indexers) indexer.send(indexing)
    sessions.change()
    for (const indexer of indexers) expect(await indexer.next()).toMatchObject({ status: 'ok' })
    await expectNothingWrong(program, sessions)
    await expectIndexed(program, sessions, indexers)
  }
  for (const indexer of indexers) await indexer.end()
}

const indexing = { do: 'calls' as const, calls: [{ name: 'diary_index', args: {} }] }

/** The cache is where `openProgram` has it. */
async function openIn(indexer: WorkspaceProcess, { machine, workspace, root }: Program): Promise<void> {
  const { environment, home } = machine
  await indexer.ask({ do: 'open', home, root: workspace(), environment, cacheDir: join(root, 'cache') })
}

async function expectNothingWrong(program: Program, sessions: ChangingSessions): Promise<void> {
  // Of the last changes, which the indexing was killed amid; all are asked for at the end.
  for (const word of sessions.words().slice(-mostAsked / 2)) {
    for (const { file, line, sha256 } of await hitsOf(program, word)) {
      const text = sessions.lines(file)[line - 1] ?? ''
      expect(text).toContain(word)
      expect(sha256).toBe(createHash('sha256').update(text).digest('hex'))
    }
  }
}

async function expectIndexed(
  program: Program,
  sessions: ChangingSessions,
  indexers: readonly WorkspaceProcess[],
): Promise<void> {
  for (const indexer of indexers) indexer.send(indexing)
  for (const indexer of indexers) expect(await indexer.next()).toMatchObject({ status: 'ok' })
  for (const word of sessions.words()) {
    const found = (await hitsOf(program, word)).map(({ file, line }) => `${file}:${line}`)
    expect({ word, found }).toEqual({ word, found: sessions.places(word) })
  }
  expect(await program.call('search_history', { query: 'begin' })).toMatchObject({ behind: 0 })
}

async function hitsOf(program: Program, query: string) {
  const { sessions, status } = await program.call('search_history', { query })
  expect(status).toBe('ok')
  return (sessions as FoundSession[]).flatMap(({ source_session_id, hits }) =>
    hits.map(({ lines, span_sha256 }) => ({
      file: source_session_id,
      line: Number(lines.split('-')[0]),
      sha256: span_sha256,
    })),
  )
}

interface FoundSession {
  source_session_id: string
  hits: { lines: string; span_sha256: string }[]
}

/** Sessions that change as agents and people change them; every line has a word of its own. */
class ChangingSessions {
  readonly machine: AgentHome
  readonly #files: string[]
  #torn: { file: string; rest: string } | null = null
  #round = 0
  /** Words of the last changes, and of some lines that are gone. */
  #words: string[] = []

  constructor(machine: AgentHome, files: number) {
    this.machine = machine
    this.#files = Array.from({ length: files }, (_, n) => `s${n}`)
    for (const file of this.#files)
      settledFile(machine.claude(file), session(P(`Begin ${this.#word(file)}`), AT('Yes.')))
  }

  words(): string[] {
    return this.#words.slice(-mostAsked)
  }

  /** Lines of a file that ended. */
  lines(file: string): string[] {
    const path = this.machine.claude(file)
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
  }

  /** Where a word is now. */
  places(word: string): string[] {
    return this.#files.flatMap(file =>
      this.lines(file).flatMap((text, index) =>
        new RegExp(`\\b${word}\\b`).test(text) ? [`${file}:${index + 1}`] : [],
      ),
    )
  }

  change(): void {
    this.#round++
    this.#finishTornLine()
    const [grown, torn, rewritten, removed] = [1, 2, 3, 4].map(
      n => this.#files[(this.#round * 7 + n) % this.#files.length] ?? '',
    )
    this.#append(grown ?? '', `${this.#line(grown ?? '')}\n`)
    const line = `${this.#line(torn ?? '')}\n`
    const half = Math.floor(line.length / 2)
    this.#append(torn ?? '', line.slice(0, half))
    this.#torn = { file: torn ?? '', rest: line.slice(half) }
    settledFile(
      this.machine.claude(rewritten ?? ''),
      session(P(`Begin again ${this.#word(rewritten ?? '')}`)),
      90 - this.#round,
    )
    if (this.#round % 3 === 0) rmSync(this.machine.claude(removed ?? ''), { force: true })
  }

  #finishTornLine(): void {
    if (this.#torn) this.#append(this.#torn.file, this.#torn.rest)
    this.#torn = null
  }

  #append(file: string, text: string): void {
    const path = this.machine.claude(file)
    if (!existsSync(path)) return
    appendFileSync(path, text)
    age(path, 90 - this.#round)
  }

  #line(file: string): string {
    const number = this.lines(file).length + 1
    return JSON.stringify(AT(`Then ${this.#word(file)} was done.`)(number))
  }

  #word(file: string): string {
    const word = `w${this.#round}q${file}`
    this.#words.push(word)
    return word
  }
}

const mostAsked = 24
