import { shortcuts } from '../state/navigation.ts'

const groups: ReadonlyArray<{ title: string; keys: ReadonlyArray<readonly [keys: string[], does: string]> }> = [
  {
    title: 'Go',
    keys: [
      [['Ctrl/⌘', 'K'], 'Search everything, pages and actions'],
      [['/'], 'Search in this part'],
      ...shortcuts.map(({ keys = '', label }) => [keys.split(' '), label] as const),
      [['g', 'p'], 'Projects'],
    ],
  },
  {
    title: 'Move',
    keys: [
      [['j', '↓'], 'Next'],
      [['k', '↑'], 'Previous'],
      [['l', '→'], 'Expand'],
      [['h', '←'], 'Collapse'],
      [['Enter'], 'Open'],
    ],
  },
  {
    title: 'Record',
    keys: [
      [['e'], 'Edit'],
      [['n'], 'New child'],
      [['Shift', 'N'], 'New root record'],
      [['t'], 'Change state'],
      [['d'], 'History and differences'],
    ],
  },
  {
    title: 'Context',
    keys: [
      [['b'], 'Build the block'],
      [['c'], 'Copy the block or the prompt'],
      [['s'], 'Write the summary'],
      [['p'], 'Prompts'],
      [['/'], 'Filter prompts or projects'],
    ],
  },
  {
    title: 'Transcript',
    keys: [
      [['/'], 'Search in the session'],
      [['n', 'N'], 'Next and previous hit'],
      [[']', '['], 'Next and previous turn'],
      [['g'], 'Go to a line'],
      [['Enter'], 'Select the line; with Shift, all lines up to it'],
      [['c'], 'Copy the citation'],
    ],
  },
  {
    title: 'Writing',
    keys: [
      [['Ctrl/⌘', 'S'], 'Save'],
      [['Esc'], 'Cancel; asks first if something was changed'],
      [['?'], 'This help'],
    ],
  },
]

/** Every key, by where it works. */
export function KeyboardList() {
  return (
    <div className="tiles">
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3 className="mb-8 muted text-xs weight-550 tracking-0">{title}</h3>
          <dl className="stack gap-6">
            {keys.map(([parts, does]) => (
              <div key={does} className="flex justify-between gap-16 text-s">
                <dt className="order-last flex gap-4">
                  {parts.map(part => (
                    <kbd key={part}>{part}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
