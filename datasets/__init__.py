"""Pictures with truth: card art, drawn backs and faces, scenes, rendering, labels and file formats.

A scene says what lies on the table (`scene`), sampling decides it (`sample`, `layouts`), rendering
draws it (`render`, `effects`), labelling says what can be seen of it (`labels`).
"""
