import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { buildWorkspace, ledger } from '../diary/build-workspace.ts'
import { date, longLines, turnsOf } from './long-session.ts'

const few = 200

/** The path of the project whose sessions are shown. */
export const project = `/diary/${date}/${ledger}`

/** Adds a day with four sessions: one of the given number of lines, one of 200, an empty one, and one with a long edit. */
export function addTranscripts(home: string, lines: number): void {
  buildWorkspace(join(home, 'diary', 'work', date), {
    date,
    projects: [
      {
        sessions: [
          { lines: longLines(lines), turns: turnsOf(lines) },
          { lines: longLines(few, 'b2'), turns: turnsOf(few) },
          { lines: [], turns: [] },
          { lines: longEdit(), turns: [[1, 2]] },
        ],
      },
    ],
  })
}

/** A turn whose edit is longer than what the compact view of its line holds. */
function longEdit(): string[] {
  const before = Array.from({ length: 40 }, (_, line) => `const cheese${line} = priceOf(${line})\n`).join('')
  const input = {
    file_path: '/fake/orchard/src/prices.ts',
    old_string: before,
    new_string: before.replace('priceOf(30)', 'weightOf(30)'),
  }
  const env = { sessionId: 'd4', cwd: '/fake/orchard', version: '2.1.120', timestamp: `${date}T09:00:00.000Z` }
  return [
    JSON.stringify({ ...env, type: 'user', uuid: 'd4-1', message: { role: 'user', content: 'Weigh it.' } }),
    JSON.stringify({
      ...env,
      type: 'assistant',
      uuid: 'd4-2',
      message: { role: 'assistant', content: [{ type: 'tool_use', id: 'e1', name: 'Edit', input }] },
    }),
  ]
}

export const row = (page: Page, line: number) => page.locator(`[data-line="${line}"]`)

export interface RangeRequest {
  start_line: number
  end_line: number
  mode?: 'full'
}

/** Records the line ranges the page requests from now on. */
export function recordRangeRequests(page: Page): RangeRequest[] {
  const asked: RangeRequest[] = []
  page.on('request', request => {
    if (request.url().endsWith('/read_session_lines')) asked.push(request.postDataJSON())
  })
  return asked
}

/** Whether a row is completely on the screen. */
export async function isInView(page: Page, line: number): Promise<boolean> {
  const [box, list] = [
    await row(page, line).boundingBox(),
    await page.getByRole('list', { name: 'Lines' }).boundingBox(),
  ]
  return Boolean(box && list && box.y >= list.y - 1 && box.y + box.height <= list.y + list.height + 1)
}
