/** Projects as a legacy file describes them, each with a state of about two kilobytes. */
export function entries(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    name: `Project ${n}`,
    slice: `${n}-slice.some-name`,
    taskFile: `${n}-tasks.some-name`,
    createdAt: new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString(),
    updatedAt: new Date(Date.UTC(2024, 5, 1) + n * 60_000).toISOString(),
    customData: {
      recentEvents: `State of ${n}. ${'What was done and decided. '.repeat(70)}`,
      additionalNotes: 'Ask first.',
    },
  }))
}
