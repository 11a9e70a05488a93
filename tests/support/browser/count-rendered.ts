/** React keeps an element's latest props on it: other ones after it was rendered again. */
const propsOf = (element: Element): unknown =>
  Reflect.get(element, Object.keys(element).find((key) => key.startsWith('__reactProps$')) ?? 'none')

/** Returns how many of the elements React renders again during `act`. */
export async function countRendered(elements: readonly Element[], act: () => Promise<unknown>): Promise<number> {
  const before = elements.map(propsOf)
  await act()
  return elements.filter((element, index) => propsOf(element) !== before[index]).length
}
