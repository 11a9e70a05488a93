import type { Member } from '#platform/server/endpoints/route.ts'
import type { JudgedPack, PackAdvice } from '../../contract.ts'
import type { ForecastService, OwnPackAdvice } from './waste-forecasts.ts'

const rounded = (value: number) => Number(value.toFixed(4))

const toPack = ({ quantity, price, storeId, chance, thrown }: OwnPackAdvice['usual']): JudgedPack => ({
  quantity: Number(quantity.toFixed(3)),
  price,
  storeId,
  chance: rounded(chance),
  thrown: rounded(thrown),
})

/** Returns the ingredients of which another size is better in money. */
export async function readPackAdvice(forecasts: ForecastService, member: Member): Promise<PackAdvice[]> {
  const packs = await forecasts.packs(member)
  return packs.map(({ ingredientId, unit, usual, better }) => ({ ingredientId, unit, usual: toPack(usual), better: toPack(better) }))
}
