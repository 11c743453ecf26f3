// Every route of the service, taken from the app itself, so that a new one is always included.
import { bareApp } from '../../scripts/bare-app.ts';

export interface Route {
  method: string;
  /** With parameters as `:id`. */
  path: string;
}

export async function routesOfApp(): Promise<Route[]> {
  const app = await bareApp();
  const tree = app.printRoutes({ commonPrefix: false });
  await app.close();
  return routesIn(tree);
}

// A line is its indentation, four characters per level, the new part of the path, and the methods.
const line = /^((?:│ {3}| {4})*)[├└]── (.*) \(([A-Z, ]+)\)$/;

function routesIn(tree: string): Route[] {
  const prefixes: string[] = [];
  return tree
    .trimEnd()
    .split('\n')
    .flatMap((text) => {
      const [, indentation, part, methods] = line.exec(text) ?? [];
      if (part === undefined) throw new Error(`not a line of the tree of routes: ${text}`);
      const depth = indentation!.length / 4;
      const path = (prefixes[depth - 1] ?? '') + part;
      prefixes[depth] = path;
      return methods!.split(', ').map((method) => ({ method, path }));
    });
}
