import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type App, openApp } from '../../src/app.ts'
import { loadSettings } from '../../src/config.ts'
import { Archive } from '../../src/diary/archive/archive.ts'
import { diaryDefaults } from '../../src/diary/settings.ts'
import { seedSampleDiary } from '../../src/sample/seed-diary.ts'
import { callOperation } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

export interface FullHome {
  home: string
  location: string
  /** The folder of a room outside of the home. */
  outside: string
}

/** A home with something of everything; `diary: false` leaves out what takes seconds to make. */
export async function fullHome(location: string, home: string, { diary = true } = {}): Promise<FullHome> {
  const outside = tempHome()
  const app = await openHome({ home, location })
  try {
    await callOperation(app, 'room_workspace_bind', { sample: true })
    await callOperation(app, 'create_project', { name: 'Outer', id: 'outer' })
    await callOperation(app, 'room_workspace_bind', { path: outside }, { project: 'outer' })
    for (const word of ['bell', 'tide', 'Ines']) await callOperation(app, 'file_locator', { search_criteria: word })
    for (let n = 0; n < 20; n++) await makeRecord(app, `Record ${n}`)
    if (diary) await seedSampleDiary(app, new AbortController().signal)
  } finally {
    await app.close()
  }
  await keepTranscript(join(home, 'archive'))
  writeFileSync(join(home, 'config.json'), '{"records":{"max_depth":9}}', { mode: 0o600 })
  writeFileSync(join(home, 'prompts.md'), '# Mine\n')
  mkdirSync(join(home, 'diary', 'cache'), { recursive: true })
  writeFileSync(join(home, 'diary', 'cache', 'made-again'), 'x')
  return { home, location, outside }
}

export function openHome({ home, location }: Pick<FullHome, 'home' | 'location'>): Promise<App> {
  return openApp({ location, diary: diaryDefaults(home), room: { home, env: {} } })
}

export function settingsOf({ home, location }: Pick<FullHome, 'home' | 'location'>) {
  return loadSettings({}, { DAYBOOK_HOME: home, DAYBOOK_DB: location })
}

export function makeRecord(app: App, title: string) {
  return callOperation(app, 'create_record', { type: 'decision', title, summary: `About ${title}.`, body: 'Why.' })
}

async function keepTranscript(folder: string): Promise<void> {
  const archive = new Archive(folder)
  const bytes = Buffer.from('{"a line":1}\n'.repeat(50))
  const about = { key: 'k', path: 'p', relative: 'p', conversation: null, name: 'p', mark: 'm', changedAt: 1 }
  await archive.keep(
    { ...about, source: 'codex', form: 'lines' },
    async (from, take) => take(bytes.subarray(from)),
    Date.now(),
  )
  archive.close()
}
