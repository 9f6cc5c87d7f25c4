/** How often to repeat what could be repeated for hours: enough for every day, all of it with DAYBOOK_EXHAUSTIVE=1. */
export function rounds(everyDay: number, exhaustive: number): number {
  return process.env.DAYBOOK_EXHAUSTIVE ? exhaustive : everyDay
}
