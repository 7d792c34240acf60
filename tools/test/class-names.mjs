/** Stands for every style sheet that a component imports: each class has its own name. */
export default new Proxy({}, { get: (_, name) => name });
