import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { textParams } from './search-params.ts';

/**
 * Makes the routes of pages below a parent. The code of a page is loaded when the page is opened. `params` are the text
 * parameters of its URL.
 */
export const pagesBelow =
  <Parent extends AnyRoute>(getParentRoute: () => Parent) =>
  <Path extends string, Name extends string, Param extends string = never>(
    path: Path,
    name: Name,
    load: () => Promise<Record<Name, RouteComponent>>,
    ...params: Param[]
  ) =>
    createRoute({
      getParentRoute,
      path,
      validateSearch: textParams(...params),
      component: lazyRouteComponent(load, name),
    });
