import clsx from 'clsx'

const initial = (word: string) => word.match(/\p{L}|\p{N}/u)?.[0]?.toLocaleUpperCase() ?? ''

/** A person's picture or initials. Decorative: show the name next to it. */
export function Avatar({
  firstName,
  lastName,
  picture,
  size = 'medium',
}: {
  firstName: string
  lastName: string
  picture?: string | null
  size?: 'medium' | 'large'
}) {
  const box = clsx('shrink-0 rounded-full', size === 'large' ? 'size-18 text-2xl' : 'size-10 text-base')
  if (picture) return <img src={picture} alt="" className={clsx(box, 'object-cover')} />
  return (
    <span
      aria-hidden="true"
      className={clsx(box, 'display inline-flex items-center justify-center bg-herb-soft leading-none text-herb-ink')}
    >
      {initial(firstName) + initial(lastName) || '·'}
    </span>
  )
}
