import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { ledger } from '../diary/build-workspace.ts'
import { type DayProject, openReportDay, synthesizeDay } from '../diary/report-day.ts'
import type { Screens } from './accessibility.ts'

export const invented = '2026-05-12'
export const hostileDay = '2026-05-11'
export const quietDay = '2026-05-08'
export const busyDay = '2026-05-07'

/** Text that would run or fetch something if a page did not escape it. */
const hostile =
  '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script> javascript:alert(1) \u202Etxt.exe'

/** Adds a day full of hostile text, and two that differ only in their number of items. */
export async function addExtremeDays(home: string): Promise<void> {
  await addDay(home, hostileDay, hostileProjects())
  await addDay(home, quietDay, itemsOf(20, quietDay))
  await addDay(home, busyDay, itemsOf(200, busyDay))
}

/** The search parameters that open a work item, and those that open its evidence. */
export const itemSearch = (ref: string, project = ledger) => `item=${encodeURIComponent(`${project}/${ref}`)}`
export const chainSearch = `chain=${encodeURIComponent('S0001/T0001')}`

/** The paths of all day screens; `other` has forms and empty states. */
export const dayScreens: Screens = {
  main: [
    '/diary?month=2026-05',
    `/diary/${invented}`,
    `/diary/${invented}/${ledger}`,
    `/diary/${invented}?${itemSearch('W0001')}&${chainSearch}&lines=1-1`,
  ],
  other: [
    `/diary/${invented}?${itemSearch('W0001')}`,
    `/diary/${invented}?generate=true`,
    '/diary/2026-04-01',
    `/diary/${invented}/nobody-000000000000`,
  ],
}

/** Builds a day with evidence, items and report, and copies its folder into the home. */
export async function addDay(home: string, date: string, projects: DayProject[], timezone = 'UTC'): Promise<void> {
  const day = await openReportDay(projects, { date, timezone })
  await synthesizeDay(day, projects)
  const rendered = await day.call('diary_render', {})
  if (rendered.status !== 'ok') throw new Error(JSON.stringify(rendered))
  await day.app.close()
  cpSync(day.root, join(home, 'diary', 'work', date), { recursive: true })
}

function hostileProjects(): DayProject[] {
  const at = (time: string) => `${hostileDay}T${time}:00Z`
  return [
    {
      key: 'hostile-0123456789ab',
      label: 'hostile',
      sessions: [
        {
          turns: [
            {
              at: at('10:00'),
              until: at('10:20'),
              text: hostile,
              reactions: [hostile],
              outcomes: [['code_outcome', hostile]],
              facts: {
                files: [{ path: `${hostile}.ts`, op: 'edit', added: 3, removed: 1 }],
                tools: { [hostile]: 2 },
                families: { other: 2 },
              },
            },
          ],
        },
      ],
    },
  ]
}

/** Unrelated work items in one project: hours apart, with sessions, files and words of their own. */
function itemsOf(count: number, date: string): DayProject[] {
  return [
    {
      key: 'workshop-aabbccddeeff',
      label: 'workshop',
      sessions: Array.from({ length: count }, (_, index) => {
        const minute = Math.floor((index / count) * 1400)
        const time = new Date(Date.parse(`${date}T00:10:00Z`) + minute * 60_000).toISOString().slice(0, 19)
        const word = words(index)
        return {
          turns: [
            {
              at: `${time}Z`,
              text: `${word} the ${words(index + 7)} ${words(index * 3 + 1)}`,
              outcomes: [['code_outcome' as const, `Changed 1 file: src/${word}${index}.ts (+2 −1).`]],
              facts: { files: [{ path: `src/${word}${index}.ts`, op: 'edit' as const, added: 2, removed: 1 }] },
            },
          ],
        }
      }),
    },
  ]
}

function words(index: number): string {
  const letters = 'bdfgklmnprstvz'
  const vowels = 'aeiou'
  const at = (source: string, step: number) => source[Math.floor(index / step) % source.length] ?? 'a'
  return `${at(letters, 1)}${at(vowels, 3)}${at(letters, 2)}${at(vowels, 1)}${at(letters, 5)}${index % 7}x`
}
