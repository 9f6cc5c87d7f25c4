import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { shortcuts } from '../state/navigation.ts'
import { useShortcuts } from '../state/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Modal } from '../ui/modal.tsx'

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

export function HelpButton() {
  const [open, setOpen] = useState(false)
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <IconButton label="Keyboard help" icon={Keyboard} tip="Keyboard" keys="?" onClick={() => setOpen(true)} />
      <Modal open={open} onClose={() => setOpen(false)} title="Keyboard" wide>
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
        <div className="dialog-actions">
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Modal>
    </>
  )
}
