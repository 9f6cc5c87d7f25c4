import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { buildWorkspace, chainFor, ledger } from '../diary/build-workspace.ts'
import { date, longLines, needle, needleLine, turnsOf } from './long-session.ts'
import { type Found, fits, loaded, look, painted } from './look.ts'
import { focused, shown, tabTo, visiting } from './web-visitor.ts'

const many = 100_000
const few = 200
const path = `/diary/${date}/${ledger}`

const { open, url, call } = visiting(home => {
  buildWorkspace(join(home, 'diary', 'work', date), {
    date,
    projects: [
      {
        sessions: [
          { lines: longLines(many), turns: turnsOf(many) },
          { lines: longLines(few, 'b2'), turns: turnsOf(few) },
          { lines: [], turns: [] },
        ],
      },
    ],
  })
  return {}
})

const row = (page: Page, line: number) => page.locator(`[data-line="${line}"]`)
const rowCount = (page: Page) => page.locator('[data-line]').count()

interface Asked {
  start_line: number
  end_line: number
  mode?: 'full'
}

/** The ranges a page asks for from now on. */
function watched(page: Page): Asked[] {
  const asked: Asked[] = []
  page.on('request', request => {
    if (request.url().endsWith('/read_session_lines')) asked.push(request.postDataJSON())
  })
  return asked
}

/** Whether a row stands wholly on the screen. */
async function isInView(page: Page, line: number): Promise<boolean> {
  const [box, list] = [
    await row(page, line).boundingBox(),
    await page.getByRole('list', { name: 'Lines' }).boundingBox(),
  ]
  return Boolean(box && list && box.y >= list.y - 1 && box.y + box.height <= list.y + list.height + 1)
}

describe('a session of 100 000 lines', () => {
  test('opens at the lines of its address, with few rows and few requests', async () => {
    const page = await open('/nowhere')
    const asked = watched(page)
    await page.goto(`${url()}${path}/S0001#L${needleLine}-L${needleLine + 2}`)
    await shown(row(page, needleLine).getByText(needle))
    await expect.poll(() => isInView(page, needleLine)).toBe(true)
    for (const line of [needleLine, needleLine + 1, needleLine + 2]) {
      await expect.poll(() => row(page, line).getAttribute('class')).toContain('selected')
    }
    await expect.poll(() => row(page, needleLine + 3).getAttribute('class')).not.toContain('selected')
    await expect.poll(() => row(page, needleLine).getAttribute('aria-posinset')).toBe(String(needleLine))
    await expect.poll(() => row(page, needleLine).getAttribute('aria-setsize')).toBe(String(many))
    await shown(page.getByText(`S0001:${needleLine}-${needleLine + 2}`))
    expect(await rowCount(page)).toBeLessThan(90)
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  test('is scrolled through from end to end without asking for what is passed', async () => {
    const page = await open(`${path}/S0001`)
    await shown(row(page, 1).getByText('(part 1)'))
    const asked = watched(page)
    let most = 0
    for (let step = 1; step <= 50; step++) {
      await page.getByRole('list', { name: 'Lines' }).evaluate((list, share) => {
        list.scrollTop = list.scrollHeight * share
      }, step / 50)
      await painted(page)
      most = Math.max(most, await rowCount(page))
    }
    await page.keyboard.press('g')
    await page.keyboard.type(String(many))
    await page.keyboard.press('Enter')
    await shown(row(page, many).getByText('Part 5000 is done'))
    await focused(row(page, many))
    expect(most).toBeLessThan(90)
    // A window is wanted only where the reader stays for a moment: on a slow machine that is each of the 50 stops, with the
    // windows beside it; 1000 windows were passed.
    expect(asked.length).toBeLessThan(200)
    for (const { start_line, end_line } of asked) expect(end_line - start_line).toBeLessThan(100)
  })

  test('is searched as a whole, not only where it was loaded', async () => {
    const page = await open(`${path}/S0001`)
    await shown(row(page, 1))
    await page.keyboard.press('/')
    await page.keyboard.type(needle.toUpperCase())
    await row(page, needleLine).locator('mark', { hasText: needle }).waitFor()
    await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('1 of 1')
    expect(await rowCount(page)).toBeLessThan(90)
    // The address restores what was found.
    await page.reload()
    await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('1 line')
    await page.keyboard.press('n')
    await focused(row(page, needleLine))
  })
})

describe('a person with a keyboard', () => {
  test('walks lines and turns, chooses lines, copies their citation and goes on to other screens', async () => {
    const page = await open(`${path}/S0002`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url() })
    const { keyboard } = page
    await tabTo(page, row(page, 1))
    await keyboard.press('j')
    await focused(row(page, 2))
    await keyboard.press('k')
    await focused(row(page, 1))
    await keyboard.press(']')
    await focused(row(page, 21))
    await keyboard.press(']')
    await keyboard.press('[')
    await focused(row(page, 21))
    await keyboard.press('Enter')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await focused(row(page, 23))
    await expect.poll(() => new URL(page.url()).hash).toBe('#L21-L23')
    await keyboard.press('c')
    await shown(page.getByRole('status').getByText('S0002:21-23 copied'))
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('S0002:21-23')
    await keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await keyboard.press('/')
    await focused(page.getByLabel('Search in this session'))
    await keyboard.type('changelog')
    await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('1 of 2')
    await keyboard.press('Enter')
    await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('2 of 2')
    await keyboard.press('Shift+Enter')
    await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('1 of 2')
    await keyboard.press('Escape')
    await keyboard.press('Escape')
    await keyboard.press('g')
    await keyboard.type('150')
    await keyboard.press('Enter')
    await focused(row(page, 150))
    await keyboard.press('g')
    await keyboard.press('s')
    await shown(page.getByRole('heading', { level: 1, name: 'Sources' }))
  })
})

describe('the lines', () => {
  test('are chosen with the mouse, and a link to them shows the same', async () => {
    const page = await open(`${path}/S0002`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url() })
    await row(page, 4).getByRole('button', { name: 'Line 4' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#L4')
    await row(page, 8)
      .getByRole('button', { name: 'Line 8' })
      .click({ modifiers: ['Shift'] })
    await expect.poll(() => new URL(page.url()).hash).toBe('#L4-L8')
    await page.getByRole('button', { name: 'Copy link' }).click()
    await shown(page.getByText('Link copied'))
    const link = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(link).toBe(`${url()}${path}/S0002#L4-L8`)
    await page.goto('about:blank')
    await page.goto(link)
    await shown(page.getByText('S0002:4-8'), row(page, 8))
    await expect.poll(() => page.locator('.line.selected').count()).toBe(5)
  })

  test('show calls with what came back, and say what is broken, left out or cut', async () => {
    const page = await open(`${path}/S0002`)
    await shown(
      row(page, 3).getByText('Reasoning, left out'),
      row(page, 8).getByText('Edit', { exact: true }),
      row(page, 9).getByText('The file was updated.'),
      row(page, 11).getByText('error', { exact: true }),
      row(page, 13).getByText('trimmed', { exact: true }),
    )
    await page.keyboard.press('g')
    await page.keyboard.type('58')
    await page.keyboard.press('Enter')
    await shown(row(page, 58).getByText(/Malformed line of \d+ bytes/))
    await page.keyboard.press('g')
    await page.keyboard.type('99')
    await page.keyboard.press('Enter')
    await shown(row(page, 99).getByText('Empty line'))
  })

  test('are shown raw a few at a time, and a large one only when asked for', async () => {
    const page = await open('/nowhere')
    const asked = watched(page)
    await page.goto(`${url()}${path}/S0002?mode=full`)
    await shown(row(page, 1).getByText('"promptId":"p1"'))
    await page.keyboard.press('g')
    await page.keyboard.type('19')
    await page.keyboard.press('Enter')
    const large = row(page, 19).getByRole('button', { name: 'Show this line of 99 kB' })
    await large.click()
    await shown(row(page, 19).getByText('"uuid":"b2-19"'), row(page, 19).getByText(/Show [\d,]+ more characters/))
    const full = asked.filter(({ mode }) => mode === 'full')
    expect(full.length).toBeGreaterThan(0)
    for (const { start_line, end_line } of full) expect(end_line - start_line).toBeLessThan(20)
    expect(full.filter(({ start_line, end_line }) => start_line <= 19 && end_line >= 19)).toHaveLength(1)
    await page.getByRole('button', { name: 'Compact' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await shown(row(page, 19).getByText('Very long.').first())
  })

  test('stay text: no script, no markup, nothing fetched, nothing hidden', async () => {
    const page = await open('/')
    const complaints: string[] = []
    page.on('request', request => request.url().startsWith(url()) || complaints.push(request.url()))
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
    for (const search of ['', '?mode=full', '?q=hostile']) {
      await page.goto(`${url()}${path}/S0002${search}#L18`)
      await shown(row(page, 18).getByText('onerror').first())
      expect(await page.evaluate('window.hacked')).toBeUndefined()
      expect(await page.locator('.line-list img, .line-list script').count()).toBe(0)
    }
    await shown(row(page, 18).getByText('[U+202E]␛[31m'))
    expect(complaints).toEqual([])
  })
})

describe('the turns of a session', () => {
  test('stand over their first lines with time and ending', async () => {
    const chain = { project_key: ledger, session_ref: 'S0002', date, evidence_chain: chainFor('T0002', 21) }
    expect(await call('write_evidence', chain)).toMatchObject({ status: 'appended' })
    const page = await open(`${path}/S0002?turn=T0002`)
    const band = row(page, 21).locator('.turn-band')
    await shown(band.getByText('T0002'), band.getByText('09:21'), band.getByText('Result'))
    await expect.poll(() => isInView(page, 21)).toBe(true)
    await page.getByRole('button', { name: 'Next turn' }).click()
    await shown(row(page, 41).getByText('No evidence'))
  })
})

describe('the transcript screen', () => {
  test('says what to do when there is no such session, or nothing in it', async () => {
    const page = await open(`${path}/S0009`)
    await shown(page.getByRole('alert').getByText("Unknown session_ref 'S0009'"))
    await page.goto(`${url()}/diary/2026-01-01/${ledger}/S0001`)
    await shown(page.getByRole('alert').getByText(/daybook diary prepare/))
    await page.goto(`${url()}${path}/S0003`)
    await shown(page.getByText('The transcript has no lines'))
  })

  test('passes axe, light and dark, wide and narrow', async () => {
    const found: Found = {}
    for (const width of [1280, 390]) {
      const page = await open('/nowhere', { viewport: { width, height: 800 } })
      for (const address of ['S0002#L26-L32', 'S0002?mode=full', 'S0002?q=changelog', 'S0009']) {
        await page.goto(`${url()}${path}/${address}`)
        await loaded(page)
        if (!address.startsWith('S0009')) await shown(row(page, 26).or(row(page, 2)).locator('.line-content').first())
        await look(page, `${address} ${width}`, found)
        await fits(page, width, address)
      }
    }
    expect(found).toEqual({})
  })
})
