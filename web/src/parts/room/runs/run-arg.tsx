import '../../transcript/transcript.css'
import { useId } from 'react'
import type { Output } from '../../../operations.ts'
import { argLabel } from '../../../state/room/run-words.ts'
import { Field } from '../../../ui/field.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import type { Recipe } from './recipe-list.tsx'

interface Props {
  arg: NonNullable<Recipe['args']>[number]
  files: Output<'room_tree_show'>['files']
  value: string
  onChange: (value: string) => void
}

/** One argument of a recipe, as its tool describes it: a choice, a file, several files, or a word. */
export function RunArg({ arg: { name, type, required, choices, summary }, files, value, onChange }: Props) {
  const list = useId()
  const isPath = /_path$/.test(name)
  return (
    <Field
      label={argLabel(name)}
      help={`${summary}${required ? '' : ' Optional.'}${type === 'string[]' ? ' One per line.' : ''}`}
    >
      {control => {
        if (choices || type === 'boolean') {
          return (
            <select {...control} className="input" value={value} onChange={event => onChange(event.target.value)}>
              <option value="">The recipe’s default</option>
              {(choices ?? ['true', 'false']).map(choice => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          )
        }
        if (type === 'string[]') {
          return (
            <textarea
              {...control}
              className="textarea source"
              spellCheck={false}
              value={value}
              onChange={event => onChange(event.target.value)}
            />
          )
        }
        return (
          <>
            <input
              {...control}
              className={isPath ? 'input mono' : 'input'}
              required={required}
              autoComplete="off"
              spellCheck={false}
              list={isPath ? list : undefined}
              value={value}
              onChange={event => onChange(event.target.value)}
            />
            {isPath && (
              <datalist id={list}>
                {files.map(({ path, title }) => (
                  <option key={path} value={path}>
                    {safeText(title)}
                  </option>
                ))}
              </datalist>
            )}
          </>
        )
      }}
    </Field>
  )
}
