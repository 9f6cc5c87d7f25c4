import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CO, CT, E, M, rollout } from '../fixtures/transcripts/codex/builders.ts'
import { type AgentHome, settledFile } from './home.ts'

/** A commit, and which turns of which sessions wrote it; none where a person did, or a program. */
export interface Labelled {
  hash: string
  turns: string[]
  what: string
}

/** A repository and its agents: what they do is done to real files, and noted in transcripts. */
export class LabelledHistory {
  readonly labels: Labelled[] = []
  readonly folder: string
  readonly machine: AgentHome
  readonly #sessions: AgentSession[] = []
  #now = Date.parse('2026-05-12T02:00:00Z')
  /** How many lines of code there are so far. */
  #words: number

  constructor(machine: AgentHome, name = 'ledger', words = 0) {
    this.machine = machine
    this.#words = words
    this.folder = join(machine.home, 'work', name)
    mkdirSync(this.folder, { recursive: true })
    this.git('init', '-q', '-b', 'main')
    this.write('README.md', `# ${name}\n`)
    this.commit('Begin', [], 'begin')
  }

  /** A moment later, as git and the agents see it. */
  tick(seconds = 30): number {
    this.#now += seconds * 1000
    return this.#now
  }

  git(...args: string[]): string {
    const date = new Date(this.#now).toISOString()
    const env = {
      ...{ PATH: process.env.PATH, HOME: this.machine.home, GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'true' },
      ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org', GIT_AUTHOR_DATE: date },
      ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org', GIT_COMMITTER_DATE: date },
    }
    return execFileSync('git', ['-C', this.folder, ...args], { env, encoding: 'utf8' }).trim()
  }

  /** A file as a person or a program writes it. */
  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  remove(path: string): void {
    rmSync(join(this.folder, path))
  }

  /** So many seconds from now. */
  time(seconds: number): string {
    return new Date(this.#now + seconds * 1000).toISOString()
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.folder, to)), { recursive: true })
    renameSync(join(this.folder, from), join(this.folder, to))
  }

  /** Commits everything, with who wrote it. */
  commit(subject: string, turns: string[], what: string, ...flags: string[]): string {
    this.tick()
    this.git('add', '--all')
    this.git('commit', '-q', '-m', subject, ...flags)
    return this.label(turns, what)
  }

  /** Labels the newest commit. */
  label(turns: string[], what: string): string {
    const hash = this.#head()
    this.labels.push({ hash, turns, what })
    return hash
  }

  /** Read from the files of git, which takes no process. */
  #head(): string {
    const head = this.read('.git/HEAD').trim()
    return head.startsWith('ref: ') ? this.read(`.git/${head.slice(5)}`).trim() : head
  }

  /** So many lines of code that nobody wrote before. */
  code(lines: number): string {
    return Array.from({ length: lines }, () => {
      const n = ++this.#words
      return `  const total${n} = roundHalf(amounts["${words[n % words.length]}${n}"], rate${n * 7})\n`
    }).join('')
  }

  agent(id: string): AgentSession {
    const session = new AgentSession(this, id)
    this.#sessions.push(session)
    return session
  }

  /** Writes all transcripts, as if the sessions had ended a while ago. */
  finish(): void {
    for (const session of this.#sessions) settledFile(this.machine.claude(session.id), session.text)
  }

  /** A session that goes on with another one, which clients begin with a copy of it. */
  goesOn(session: AgentSession, id: string): void {
    const copy = this.agent(id)
    copy.copies(session)
    copy.asks('Thank you.')
  }

  /** A session of Codex that adds a file with a patch. */
  codexAdds(id: string, path: string, text: string): void {
    this.write(path, text)
    const body = text.trimEnd().split('\n')
    const patch = `*** Begin Patch\n*** Add File: ${path}\n${body.map(line => `+${line}`).join('\n')}\n*** End Patch`
    const at = [0, 1, 2, 3].map(() => new Date(this.tick(5)).toISOString())
    const lines = [M({ id, cwd: this.folder }), E('Add a file.'), CT('c1', 'apply_patch', patch), CO('c1', 'Success.')]
    settledFile(this.machine.codex(`rollout-2026-05-12T02-00-00-${id}.jsonl`), rollout(lines, { at }))
  }
}

const words = ['apple', 'river', 'stone', 'cloud', 'ember', 'grove', 'quartz', 'tide']

/** A session of Claude Code in the repository. */
export class AgentSession {
  readonly id: string
  readonly #history: LabelledHistory
  readonly #lines: object[] = []
  #turns = 0
  #calls = 0

  constructor(history: LabelledHistory, id: string) {
    this.#history = history
    this.id = id
  }

  get text(): string {
    return this.#lines.map(line => `${JSON.stringify(line)}\n`).join('')
  }

  /** The last turn as labels name it. */
  get turn(): string {
    return `${this.id}/${this.#turns}`
  }

  copies({ text }: AgentSession): void {
    this.#lines.push({ type: 'summary', summary: 'Goes on.', leafUuid: `${this.id}-0` })
    for (const line of linesOf(text)) this.#lines.push({ ...JSON.parse(line), sessionId: this.id })
  }

  asks(words: string): this {
    this.#turns++
    this.#add({ type: 'user', message: { role: 'user', content: words } })
    return this
  }

  /** Creates a file. */
  writes(path: string, text: string): string {
    this.#history.write(path, text)
    const content = { file_path: join(this.#history.folder, path), content: text }
    this.#call('Write', content, { type: 'create', filePath: content.file_path, content: text, structuredPatch: [] })
    return this.turn
  }

  /** Replaces a piece of a file. */
  edits(path: string, from: string, to: string): string {
    this.#history.write(
      path,
      this.#history.read(path).replace(from, () => to),
    )
    const file_path = join(this.#history.folder, path)
    const [before, after] = [linesOf(from), linesOf(to)]
    const lines = [
      ...before.filter(line => !after.includes(line)).map(line => `-${line}`),
      ...after.filter(line => !before.includes(line)).map(line => `+${line}`),
    ]
    const input = { file_path, old_string: from, new_string: to }
    this.#call('Edit', input, { filePath: file_path, structuredPatch: [{ lines }] })
    return this.turn
  }

  /** Appends to a file, through the shell. */
  appendsByShell(path: string, text: string): string {
    this.#history.write(path, `${this.#history.read(path)}${text}`)
    this.runs(`cat >> ${path} <<'END'\n${text}END`, '')
    return this.turn
  }

  runs(command: string, output: string): string {
    this.#call('Bash', { command }, { stdout: output, stderr: '', interrupted: false }, output)
    return this.turn
  }

  /** Runs `git commit`; git prints the hash unless it is told to be quiet. */
  commits(subject: string): string {
    this.#history.tick()
    this.#history.git('add', '--all')
    const output = this.#history.git('commit', '-m', subject)
    this.runs(`git add --all && git commit -m ${JSON.stringify(subject)}`, output)
    return this.turn
  }

  /** Runs `git commit` with the message of a file, which prints nothing. */
  commitsWithMessageOf(file: string, subject: string): string {
    this.#history.write(file, `${subject}\n`)
    this.#commitNow('-F', file)
    this.runs(`git add --all && git commit -q -F ${file}`, '')
    return this.turn
  }

  /** Runs `git commit`, and its result is not in the transcript. */
  commitsAtItsEnd(subject: string): string {
    this.#commitNow('-m', subject)
    const command = `git commit -m "$(cat <<'EOF'\n${subject}\n\nIn words.\nEOF\n)"`
    this.#use('Bash', { command })
    return this.turn
  }

  /** Not with the clock of the history, since a call is noted before git looks at the time. */
  #commitNow(...message: string[]): void {
    const now = this.#history.time(6)
    this.#history.git('add', '--all')
    this.#history.git('commit', '-q', ...message, `--date=${now}`)
  }

  /** What a sub-agent wrote, as rows of progress. */
  delegates(path: string, text: string): string {
    this.#history.write(path, text)
    const input = { file_path: join(this.#history.folder, path), content: text }
    const parentToolUseID = `task_${++this.#calls}`
    const inner = (message: object, more: object = {}) =>
      this.#add({
        type: 'progress',
        parentToolUseID,
        data: { type: 'agent_progress', agentId: 'a1', message: { ...message, ...more } },
      })
    const use = { type: 'tool_use', id: `sub_${this.#calls}`, name: 'Write', input }
    const result = { type: 'tool_result', tool_use_id: use.id, content: 'File created.' }
    inner({ type: 'assistant', message: { role: 'assistant', content: [use] } })
    inner({ type: 'user', message: { role: 'user', content: [result] } })
    return this.turn
  }

  #call(name: string, input: object, toolUseResult: object, output = 'Done.'): void {
    const id = this.#use(name, input)
    const result = { type: 'tool_result', tool_use_id: id, content: output }
    this.#add({ type: 'user', message: { role: 'user', content: [result] }, toolUseResult })
  }

  #use(name: string, input: object): string {
    const id = `call_${this.id}_${++this.#calls}`
    const usage = { input_tokens: 10, output_tokens: 20 }
    const message = { id: `m_${id}`, role: 'assistant', model: 'claude-sonnet-4-5', usage }
    this.#add({ type: 'assistant', message: { ...message, content: [{ type: 'tool_use', id, name, input }] } })
    return id
  }

  #add(line: object): void {
    const timestamp = new Date(this.#history.tick(5)).toISOString()
    const uuid = `${this.id}-${this.#lines.length}`
    const { folder: cwd } = this.#history
    const about = { parentUuid: null, isSidechain: false, userType: 'external', cwd, sessionId: this.id }
    this.#lines.push({ ...about, version: '2.1.120', gitBranch: 'main', uuid, timestamp, ...line })
  }
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
