import { existsSync } from 'node:fs'
import { loadSettings, type Settings, settingsWithout } from '../../config.ts'
import { examine } from '../../doctor/examine.ts'
import { type Finding, fail, ok } from '../../doctor/finding.ts'
import { Fault } from '../../kernel/fault.ts'
import { version } from '../../kernel/version.ts'
import { command } from './command-line.ts'
import { explain } from './failure.ts'
import { ownCommand, webRoot } from './installed.ts'
import { ownerVerb } from './parts.ts'
import { pad } from './rows.ts'
import { type Terminal, terminal } from './terminal.ts'

/** Exit code 1 when something failed; a warning is not a failure. */
export const doctor = command({
  summary: 'look at everything Daybook needs and say what to do; changes nothing',
  own: {
    quick: 'leave out what reads the whole database',
    'db <url>': 'PostgreSQL URL or SQLite file',
    json: 'print the findings as JSON',
  },
  run: diagnose,
})

/** The promise in one command: reads everything again, offline, and compares it with what was written. */
export const verify = ownerVerb('home_verify', {
  summary: 'check that everything holds: records, turns, sentences, cited lines, receipts, archive; changes nothing',
  examples: ['verify', 'verify --json'],
  progress: true,
  needsStore: true,
  show(verified, page) {
    print(verified.rows, page)
    page.note(verified.ok ? 'Everything holds. Nothing was changed or sent.' : 'Something does not hold.')
  },
})

async function diagnose({ json, quick, ...flags }: { json?: true; quick?: true; db?: string }): Promise<number> {
  const page = terminal()
  const { settings, finding } = readSettings(flags)
  const found = await examine({
    settings,
    env: process.env,
    folder: process.cwd(),
    version,
    quick: Boolean(quick),
    webRoot: webRoot(),
    command: ownCommand(),
  })
  const findings = [ok('daybook', version), finding, ...found]
  const failed = findings.some(({ status }) => status === 'fail')
  if (json) page.json({ ok: !failed, findings })
  else print(findings, page)
  return failed ? 1 : 0
}

/** A broken config file is a finding; the rest is then checked with the defaults. */
function readSettings(flags: { db?: string }): { settings: Settings; finding: Finding } {
  try {
    const settings = loadSettings(flags, process.env)
    return { settings, finding: ok('settings', existsSync(settings.configFile) ? settings.configFile : 'defaults') }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const [message = '', ...more] = explain(error).split('\n')
    return {
      settings: settingsWithout(flags, process.env),
      finding: fail('settings', message.replace('Error: ', ''), more.map(line => line.trim()).join(' ')),
    }
  }
}

function print(findings: Finding[], page: Terminal): void {
  const { green, yellow, red, dim } = page.colors
  const marks = { ok: green('ok  '), none: dim('–   '), warn: yellow('warn'), fail: red('fail') }
  const width = Math.max(...findings.map(({ check }) => check.length))
  for (const { check, status, found, todo } of findings) {
    page.line(marks[status], `  ${pad(check, width)}  ${found}`)
    if (todo) page.line(`${' '.repeat(width + 6)}  → ${todo}`)
  }
  const count = (status: Finding['status']) => findings.filter(finding => finding.status === status).length
  page.note(`${count('fail')} failed, ${count('warn')} to look at, ${count('ok')} in order.`)
}
