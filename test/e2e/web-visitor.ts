import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Record as RecordShape } from '../../src/records/schema.ts'
import { startServer } from '../support/binary.ts'
import { openPage } from '../support/chromium.ts'
import { tempHome } from '../support/tempdir.ts'

/**
 * One server for a file of tests; every test works in a project of its own. What `furnish` puts into the
 * home is there before the server starts, with the variables it answers with.
 */
export function visiting(furnish: (home: string) => Environment | Promise<Environment> = () => ({})) {
  const home = tempHome()
  let server: Awaited<ReturnType<typeof startServer>>
  let projects = 0
  beforeAll(async () => {
    server = await startServer({ home, env: await furnish(home) })
  })
  afterAll(async () => {
    await server?.stop()
  })

  async function call<T = { [key: string]: unknown }>(name: string, input: unknown): Promise<T> {
    const response = await fetch(`${server.url}/api/${toolsetOf(name)}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    return answer as T
  }

  return {
    home,
    url: () => server.url,
    call,
    /** A new project and the address of its records. */
    async project() {
      projects += 1
      const { id } = await call<{ id: string }>('create_project', {
        name: `Project ${projects}`,
        id: `project-${projects}`,
      })
      return { id, path: `/p/${id}/records` }
    },
    /** A chat in another place: its own session, its own writes. */
    chat: (project: string) => otherChat(call, project),
    /** A page on an address, in a browser profile of its own; it goes with the test. */
    async open(path: string, options: Parameters<typeof openPage>[0] = {}, at = server.url): Promise<Page> {
      const page = await openPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options })
      page.setDefaultTimeout(60_000)
      await page.goto(`${at}${path}`)
      return page
    },
  }
}

function toolsetOf(name: string): string {
  if (/^(context|project|prompt|template)_/.test(name)) return 'context'
  return /^diary_|_session_lines$|^write_/.test(name) ? 'diary' : 'records'
}

type Environment = { [name: string]: string }

type Call = <T>(name: string, input: unknown) => Promise<T>

function otherChat(call: Call, project: string) {
  let session: string | undefined
  const named = () => (session === undefined ? {} : { session_id: session })
  return {
    async write(fields: Partial<RecordShape> & { title: string }): Promise<RecordShape> {
      const filled = {
        type: 'question',
        summary: `About ${fields.title}`,
        body: `Text of ${fields.title}\n`,
        ...fields,
      }
      if (filled.parent_id) await this.activate(filled.parent_id)
      const made = await call<{ record: RecordShape; session_id: string }>('create_record', {
        ...filled,
        ...(!filled.parent_id && { project_id: project }),
        ...named(),
      })
      session = made.session_id
      return made.record
    },
    async activate(id: string) {
      const { session_id } = await call<{ session_id: string }>('activate', { id, ...named() })
      session = session_id
    },
    async update(id: string, fields: Partial<RecordShape>): Promise<RecordShape> {
      await this.activate(id)
      return (await call<{ record: RecordShape }>('update_record', { id, ...fields, ...named() })).record
    },
    async transition(id: string, fields: { to_state: string; reason?: string; resolved_by?: string }) {
      await this.activate(id)
      return call<{ record: RecordShape }>('transition', { id, ...fields, ...named() })
    },
    async save(summary: string) {
      return call('save_session', { summary, ...named() })
    },
  }
}

export async function shown(...locators: Locator[]): Promise<void> {
  for (const locator of locators) await locator.waitFor()
}

/** Presses Tab until the control has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the control.')
}

export async function focused(control: Locator): Promise<void> {
  await expect.poll(() => isFocused(control)).toBe(true)
}

async function isFocused(control: Locator): Promise<boolean> {
  return (await control.count()) === 1 && control.evaluate(element => element === element.ownerDocument.activeElement)
}
