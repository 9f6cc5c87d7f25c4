export interface Day {
  date: string
  has_report: boolean
}

/** The days of the diary that a server tells. */
export async function daysAt(address: string): Promise<Day[]> {
  const response = await fetch(`${address}/api/diary/diary_days`)
  const { days }: { days: Day[] } = JSON.parse(await response.text())
  return days
}
