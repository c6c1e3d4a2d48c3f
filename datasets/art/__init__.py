"""Card art from package registries: fetched, drawn on one canvas, indexed."""
