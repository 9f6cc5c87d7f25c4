/**
 * How often a property is tried: every time in the deep tier, which also runs the files that use this; a quarter with `npm test`,
 * which draws other values each time.
 */
export function propertyRuns(all: number): number {
  return process.env.DAYBOOK_TEST_TIER === 'deep' ? all : Math.ceil(all / 4)
}
