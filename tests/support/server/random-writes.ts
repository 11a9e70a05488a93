import { expect } from 'vitest'
import { changeProfile } from '#domains/account/contract/profile.ts'
import { deleteAlert, listAlerts, reopenAlerts, resolveAlert, snoozeAlerts } from '#domains/alerts/contract.ts'
import * as diets from '#domains/diets/contract.ts'
import { changeHousehold, undoChange } from '#domains/households/contract/index.ts'
import { bulkEditIngredients } from '#domains/ingredients/contract/bulk-edit.ts'
import {
  addIngredient,
  changeIngredient,
  listIngredients,
  mergeIngredients,
  removeIngredient,
} from '#domains/ingredients/contract/index.ts'
import * as inventory from '#domains/inventory/contract.ts'
import * as labels from '#domains/labels/contract.ts'
import * as notifications from '#domains/notifications/contract/index.ts'
import * as places from '#domains/places/contract.ts'
import * as recipes from '#domains/recipes/contract/index.ts'
import * as shopping from '#domains/shopping/contract/index.ts'
import { addStore, changeStore, listStores, removeStore } from '#domains/stores/contract.ts'
import type { Random } from '#tests/support/data/random.ts'
import type { Person } from './test-app.ts'

export const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

interface Acting {
  person: Person
  random: Random
  settle: () => Promise<void>
}
type Act = (acting: Acting) => Promise<{ status: number; headers: Record<string, string | undefined> } | undefined>

/** One random write. Many are refused, e.g. because the row is gone. */
const acts: Record<string, Act> = {
  addLot: async ({ person, random }) =>
    person.call(inventory.addLot, {
      body: {
        ingredient: { name: `Food ${random.below(6)}`, parLevel: random.below(4) },
        quantity: 1 + random.below(9),
        unit: random.pick(['g', 'kg', 'each'] as const) ?? 'g',
        ownUnit: random.below(2) === 0 ? 'can' : null,
        ...(random.below(3) === 0 ? { newOwnUnit: { name: 'can', quantity: 1 + random.below(3), unit: 'g' as const } } : {}),
        expirationDate: day(random.below(9) - 3),
        purchasePrice: random.below(2) === 0 ? null : random.below(500) / 100,
        barcode: random.below(3) === 0 ? '4006381333931' : null,
        storeId: random.pick(await person.must(listStores))?.id ?? null,
      },
    }),
  lot: async ({ person, random }) => {
    const lot = random.pick(await person.must(inventory.recentLots, { params: { count: 8 } }))
    if (!lot) return undefined
    const params = { id: lot.id }
    const quantity = Math.ceil(lot.quantity / 2)
    switch (random.below(7)) {
      case 0:
        return person.call(inventory.useLot, { params, body: { quantity } })
      case 1:
        return person.call(inventory.discardLot, { params, body: { reason: 'spoiled' } })
      case 2:
        return person.call(inventory.moveLot, { params, body: { storage: 'FREEZER' } })
      case 3:
        return person.call(inventory.openLot, { params })
      case 4:
        return person.call(inventory.splitLot, { params, body: { quantity: 1 } })
      case 5:
        return person.call(inventory.removeLot, { params })
      default:
        return person.call(inventory.changeLot, {
          params,
          body: {
            purchasePrice: random.below(900) / 100,
            storeId: random.pick(await person.must(listStores))?.id ?? null,
            location: 'Shelf',
          },
        })
    }
  },
  ingredient: async ({ person, random }) => {
    const all = await person.must(listIngredients)
    const [known, other] = [random.pick(all), random.pick(all)]
    if (!known || random.below(4) === 0) return person.call(addIngredient, { body: { name: `Food ${random.below(12)}` } })
    const params = { id: known.id }
    if (random.below(5) === 0) return person.call(removeIngredient, { params })
    if (other && other.id !== known.id && random.below(4) === 0)
      return person.call(mergeIngredients, { params, body: { ingredientId: other.id } })
    if (random.below(4) === 0)
      return person.call(changeIngredient, { params, body: { parentId: random.below(3) === 0 ? null : (other?.id ?? null) } })
    if (other && random.below(5) === 0) {
      const edit =
        random.below(3) === 0 ? ({ do: 'remove' } as const) : ({ do: 'change', fields: { category: 'Bakery', parLevel: null } } as const)
      return person.call(bulkEditIngredients, { body: { ids: [known.id, other.id, random.uuid()], edit } })
    }
    const barcodes = random.below(2) === 0 ? [{ code: '4006381333931' }] : []
    return person.call(changeIngredient, {
      params,
      body: {
        parLevel: random.below(5),
        barcodes,
        shelfLife: { pantryDays: random.below(30), fridgeDays: 5, freezerDays: 90, openedDays: 3 },
      },
    })
  },
  list: async ({ person, random }) => {
    const { items } = await person.must(shopping.getShoppingList)
    const params = { id: random.pick(items)?.id ?? random.uuid() }
    switch (random.below(8)) {
      case 0:
      case 1:
        return person.call(shopping.addShoppingItem, { body: { ingredientName: `Food ${random.below(9)}`, category: 'Produce' } })
      case 2:
      case 3:
        return person.call(shopping.changeShoppingItem, { params, body: { isChecked: random.below(3) > 0 } })
      case 4:
        return person.call(shopping.removeShoppingItem, { params })
      case 5:
        return person.call(shopping.generateList)
      case 6:
        return person.call(random.below(2) === 0 ? shopping.clearChecked : shopping.putAway, { body: {} })
      default:
        return person.call(shopping.arrangeAisles, {
          body: { order: random.below(2) === 0 ? ['Produce', 'Bakery'] : ['Bakery', 'Frozen'] },
        })
    }
  },
  recipe: async ({ person, random }) => {
    const listed = await person.must(recipes.listRecipes)
    const id = random.pick(listed)?.id
    if (!id || random.below(3) === 0)
      return person.call(recipes.addRecipe, { body: { name: `Dish ${random.below(99)}`, ingredients: [`2 Food ${random.below(6)}`] } })
    const params = { id }
    if (random.below(4) === 0) return person.call(recipes.removeRecipe, { params })
    if (random.below(3) === 0)
      return person.call(recipes.matchLineIngredient, { body: { food: `Food ${random.below(6)}`, ingredientId: null } })
    const isFavorite = random.below(2) === 0
    return person.call(recipes.changeRecipe, { params, body: { rating: random.below(5), servings: 1 + random.below(6), isFavorite } })
  },
  eater: async ({ person, random }) => {
    const known = random.pick(await person.must(diets.listEaters))
    const needs = { diets: random.below(2) === 0 ? [] : ['vegan' as const], allergens: random.below(2) === 0 ? ['nuts' as const] : [] }
    const roll = random.below(6)
    if (!known || roll < 2) return person.call(diets.addGuest, { body: { name: `Guest ${random.below(99)}`, ...needs } })
    if (roll < 3) return person.call(diets.changeEater, { params: { id: person.userId }, body: needs })
    if (roll < 4 && known.userId === null) return person.call(diets.removeGuest, { params: { id: known.id } })
    return person.call(diets.changeEater, { params: { id: known.id }, body: { avoids: [`Food ${random.below(9)}`] } })
  },
  mealEaters: async ({ person, random }) => {
    const guest = random.pick(await person.must(diets.listEaters))
    const eaterIds = random.below(3) === 0 ? null : [person.userId, ...(guest?.userId === null ? [guest.id] : [])]
    return person.call(diets.setMealEaters, {
      body: { date: day(random.below(4)), meal: random.below(3) === 0 ? 'snack' : 'dinner', eaterIds },
    })
  },
  foodContents: async ({ person, random }) => {
    const id = random.pick(await person.must(listIngredients))?.id
    if (!id) return
    const body = { contains: random.below(2) === 0 ? [] : ['milk' as const], without: random.below(2) === 0 ? [] : ['nuts' as const] }
    return person.call(diets.setFoodContents, { params: { id }, body })
  },
  store: async ({ person, random }) => {
    const known = random.pick(await person.must(listStores))
    if (!known || random.below(3) === 0) return person.call(addStore, { body: { name: `Store ${random.below(99)}` } })
    const params = { id: known.id }
    if (random.below(3) === 0) return person.call(removeStore, { params })
    const item = random.pick((await person.must(shopping.getShoppingList)).items)
    if (item && random.below(2) === 0)
      return person.call(shopping.changeShoppingItem, { params: { id: item.id }, body: { storeIds: [known.id] } })
    return person.call(changeStore, { params, body: { name: `Store ${random.below(99)}`, place: random.below(9) } })
  },
  place: async ({ person, random }) => {
    const known = random.pick(await person.must(places.listPlaces))
    const roll = random.below(6)
    const name = roll % 2 === 0 ? `Drawer ${random.below(9)}` : 'Fridge'
    if (!known || roll === 0) return person.call(places.addPlace, { body: { name, ...(random.below(2) === 0 ? { from: 'Pantry' } : {}) } })
    const params = { id: known.id }
    if (roll === 1) return person.call(places.removePlace, { params })
    if (roll === 2) return person.call(places.arrangePlaces, { body: { places: [{ id: known.id, name: known.name }, { name }] } })
    if (roll === 3)
      return person.call(places.changePlace, { params, body: { storage: random.pick(['FRIDGE', 'PANTRY', null] as const) ?? null } })
    return person.call(places.changePlace, { params, body: { name: `Drawer ${random.below(9)}` } })
  },
  shoppingTrip: async ({ person, random }) => {
    const trip = random.pick(await person.must(shopping.listTrips))
    const listId = random.pick(await person.must(shopping.listNamedLists))?.id
    const storeId = random.pick(await person.must(listStores))?.id
    const body = { ...(listId && random.below(2) === 0 ? { listId } : {}), ...(storeId ? { storeId } : {}) }
    if (!trip || random.below(3) === 0) return person.call(shopping.startTrip, { body })
    const params = { id: trip.id }
    if (random.below(2) === 0) return person.call(shopping.endTrip, { params })
    return person.call(shopping.changeTrip, { params, body: { storeId: storeId ?? null } })
  },
  recurring: async ({ person, random }) => {
    const known = random.pick(await person.must(shopping.listRecurringItems))
    const every = { count: 1 + random.below(4), unit: random.pick(shopping.intervalUnits) ?? 'week' } as const
    const item = random.pick((await person.must(shopping.getShoppingList, { query: { list: 'all' } })).items)
    if (item && (!known || random.below(2) === 0)) return person.call(shopping.repeatItem, { body: { itemId: item.id, every } })
    if (!known) return undefined
    const params = { id: known.id }
    if (random.below(2) === 0) return person.call(shopping.endRecurringItem, { params })
    return person.call(shopping.changeRecurringItem, { params, body: { every } })
  },
  namedList: async ({ person, random }) => {
    const known = random.pick(await person.must(shopping.listNamedLists))
    if (!known || random.below(3) === 0) return person.call(shopping.addNamedList, { body: { name: `List ${random.below(6)}` } })
    const params = { id: known.id }
    if (random.below(4) === 0) return person.call(shopping.removeNamedList, { params })
    if (random.below(3) === 0) return person.call(shopping.changeNamedList, { params, body: { isArchived: !known.isArchived } })
    const item = random.pick((await person.must(shopping.getShoppingList, { query: { list: 'all' } })).items)
    if (item && random.below(2) === 0) {
      const listId = item.listId === null ? known.id : null
      return person.call(shopping.changeShoppingItem, { params: { id: item.id }, body: { listId } })
    }
    if (random.below(2) === 0)
      return person.call(shopping.addShoppingItem, { body: { ingredientName: `Food ${random.below(9)}`, listId: known.id } })
    return person.call(shopping.changeNamedList, { params, body: { name: `List ${random.below(6)}` } })
  },
  label: async ({ person, random }) => {
    const known = random.pick(await person.must(labels.listLabels))
    if (!known || random.below(4) === 0) return person.call(labels.createLabelSheet, { body: { size: 'a4-24', count: 2 } })
    if (random.below(5) === 0) return person.call(labels.revokeLabelSheet, { params: { id: known.sheetId } })
    const lotId = random.pick(await person.must(inventory.recentLots, { params: { count: 8 } }))?.id
    const body = random.below(2) === 0 && lotId ? { lotId } : { location: `Drawer ${random.below(9)}` }
    return person.call(labels.setLabel, { params: { id: known.id }, body })
  },
  bundle: async ({ person, random }) => {
    const known = random.pick(await person.must(shopping.listBundles))
    const body = { name: `Bundle ${random.below(9)}`, items: [`${1 + random.below(5)} eggs`, 'Flour'] }
    if (!known || random.below(3) === 0) return person.call(shopping.addBundle, { body })
    const params = { id: known.id }
    return random.below(3) === 0 ? person.call(shopping.removeBundle, { params }) : person.call(shopping.changeBundle, { params, body })
  },
  cookbook: async ({ person, random }) => {
    const known = random.pick(await person.must(recipes.listCookbooks))
    const recipeId = random.pick(await person.must(recipes.listRecipes))?.id
    const recipeIds = recipeId ? [recipeId] : []
    if (!known || random.below(4) === 0)
      return person.call(recipes.addCookbook, { body: { name: `Cookbook ${random.below(9)}`, recipeIds } })
    const params = { id: known.id }
    const roll = random.below(6)
    if (roll === 0) return person.call(recipes.removeCookbook, { params })
    if (roll === 1) return person.call(recipes.arrangeCookbooks, { body: { cookbookIds: [known.id] } })
    if (roll === 2) return person.call(recipes.changeCookbook, { params, body: { name: `Cookbook ${random.below(9)}` } })
    if (!recipeId) return undefined
    return person.call(recipes.setCookbookRecipes, { params, body: { recipeIds, isIn: random.below(3) > 0 } })
  },
  cooking: async ({ person, random }) => {
    const id = random.pick(await person.must(recipes.listRecipes))?.id
    if (!id) return undefined
    const known = random.pick(await person.must(recipes.listCookings, { params: { id } }))
    if (!known || random.below(3) === 0)
      return person.call(recipes.addCooking, { params: { id }, body: { date: day(-random.below(9)), notes: 'Good' } })
    const params = { id: known.id }
    if (random.below(3) === 0) return person.call(recipes.removeCooking, { params })
    return person.call(recipes.changeCooking, { params, body: { rating: random.below(5), date: day(-random.below(9)) } })
  },
  plan: async ({ person, random }) => {
    const entries = await person.must(recipes.getMealPlan)
    const entry = random.pick(entries)
    if (entry && random.below(3) === 0) return person.call(recipes.removePlanEntry, { params: { id: entry.id } })
    const listed = await person.must(recipes.listRecipes)
    const recipeId = random.pick(listed)?.id
    if (!recipeId) return undefined
    if (entry && random.below(4) === 0)
      return person.call(recipes.putMealPlan, { body: { entries: [{ id: entry.id, date: day(random.below(6)), text: 'Eating out' }] } })
    if (random.below(5) === 0)
      return person.call(recipes.putMealPlan, { body: { entries: [{ date: day(random.below(6)), text: 'Leftovers' }] } })
    if (entry && entry.quantity !== null && random.below(2) === 0) return person.call(recipes.eatMeal, { params: { id: entry.id } })
    if (entry && entry.inventoryItemId === null && random.below(4) === 0) {
      const params = { id: entry.id }
      return entry.everyWeeks === null
        ? person.call(recipes.repeatMeal, { params, body: { everyWeeks: 1 + random.below(2) } })
        : person.call(recipes.endRepeat, { params })
    }
    const item = random.pick((await person.must(inventory.listLots)) as inventory.Lot[])
    if (item && random.below(3) === 0) {
      const quantity = 1 + random.below(2)
      const planned = random.below(2) === 0 ? { inventoryItemId: item.id, quantity } : { ingredientId: item.ingredient.id, quantity }
      return person.call(recipes.putMealPlan, { body: { entries: [{ date: day(random.below(6)), ...planned }] } })
    }
    if (entry && entry.recipeId !== null && random.below(3) === 0)
      return person.call(recipes.cookRecipe, { params: { id: entry.recipeId }, body: { planEntryId: entry.id, take: [] } })
    const [meal, copiedFrom] = [
      random.below(3) === 0 ? ('snack' as const) : undefined,
      random.below(3) === 0 ? day(random.below(4)) : undefined,
    ]
    return person.call(recipes.putMealPlan, { body: { entries: [{ date: day(random.below(6)), recipeId, meal, copiedFrom }] } })
  },
  household: ({ person, random }) =>
    person.call(changeHousehold, { params: { id: person.home ?? '' }, body: { name: `Home ${random.below(99)}` } }),
  name: ({ person, random }) => person.call(changeProfile, { body: { firstName: `Name ${random.below(99)}` } }),
  alert: async ({ person, random, settle }) => {
    await settle()
    const alert = random.pick(await person.must(listAlerts, { query: random.below(3) === 0 ? {} : { resolved: 'false' } }))
    if (!alert) return undefined
    const ids = { alertIds: [alert.id] }
    if (random.below(3) === 0) return person.call(snoozeAlerts, { body: { ...ids, days: 3 } })
    if (random.below(5) === 0) return person.call(reopenAlerts, { body: ids })
    const closed = await person.call(random.below(2) === 0 ? resolveAlert : deleteAlert, { params: { id: alert.id } })
    return random.below(3) === 0 ? person.call(reopenAlerts, { body: ids }) : closed
  },
  notification: async ({ person, random }) => {
    const found = random.pick((await person.must(notifications.listNotifications)).notifications)
    if (!found) return undefined
    const params = { id: found.id }
    if (random.below(3) === 0) return person.call(notifications.snoozeNotification, { params, body: { days: 1 } })
    return person.call(random.below(2) === 0 ? notifications.readNotification : notifications.deleteNotification, { params })
  },
}

interface RandomHistory {
  steps: number
  random: Random
  actorOf: () => Person
  settle: () => Promise<void>
  /** How many writes of each name succeeded; added to. */
  counted: Record<string, number>
  afterEach: () => Promise<void>
}

/** Writes at random to everything that browsers keep a copy of, and undoes some of it. Fails if the server does. */
export async function writeAtRandom({ steps, random, actorOf, settle, counted, afterEach }: RandomHistory): Promise<void> {
  const undoable: number[] = []
  for (let step = 0; step < steps; step++) {
    const name = random.pick([...Object.keys(acts), 'lot', 'list', 'undo']) as string
    const seq = random.pick(undoable)
    const act: Act = acts[name] ?? (async ({ person }) => (seq === undefined ? undefined : person.call(undoChange, { params: { seq } })))
    const response = await act({ person: actorOf(), random, settle })
    if (response === undefined) continue
    expect([name, response.status]).toEqual([name, expect.toSatisfy((status: number) => status < 500)])
    if (response.status < 300) counted[name] = (counted[name] ?? 0) + 1
    if (response.headers['x-change-seq']) undoable.push(Number(response.headers['x-change-seq']))
    await afterEach()
  }
}
